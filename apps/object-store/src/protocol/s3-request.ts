import type { IncomingMessage } from "node:http";
import { ObjectKey } from "@fulmar/contract";
import { type BucketDomains, type HostPlace, placeOfHost } from "./addressing.ts";
import { S3Error } from "./s3-error.ts";

const LONGEST_KEY_BYTES = 1024;
/** The database is asked for names of this form only. */
export const BUCKET_NAME = /^[a-z0-9.-]{3,63}$/;

/** Query parameters that select another operation. Some of them exist in S3 only (operations/table.ts). */
export const SUBRESOURCES = [
  ...["list-type", "versions", "location", "versioning", "object-lock", "acl", "uploads", "delete", "retention"],
  ...["legal-hold", "tagging", "uploadId", "attributes", "cors", "lifecycle", "policy", "policyStatus"],
  ...["publicAccessBlock", "ownershipControls", "encryption", "website", "replication", "logging", "notification"],
  ...["accelerate", "requestPayment", "analytics", "intelligent-tiering", "inventory", "metadataTable", "metrics"],
  ...["append", "renameObject", "restore", "select", "session", "torrent"],
];

/** A request to a bucket, which the path or the host names, and a key in it. */
export interface S3Request {
  readonly method: string;
  /** The decoded path, which is what is signed. */
  readonly path: string;
  readonly bucketName: string | undefined;
  /** `path`: the bucket is the first part of the path. `bucket`, `website`: the host names it (addressing.ts). */
  readonly addressing: HostPlace["kind"];
  /**
   * The workspace of a public bucket, which is addressed together with it: `/<workspace_id>:<bucket>/<key>`, or by the
   * host.
   */
  readonly workspaceId: bigint | undefined;
  readonly key: string | undefined;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Headers by lower-case name. For a presigned URL, they include S3 headers from its query parameters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly message: IncomingMessage;
  /** Makes a client that waits for it (Expect: 100-continue) send its body. */
  readonly askForBody: () => void;
}

/** @param message with its target in origin form @throws S3Error 400 when S3 does not define the target */
export function readRequest(message: IncomingMessage, domains: BucketDomains, askForBody: () => void): S3Request {
  const { url: target = "", headers } = message;
  const mark = target.indexOf("?");
  const rawPath = mark === -1 ? target : target.slice(0, mark);
  if (!rawPath.startsWith("/")) throw invalidUri();
  const path = decoded(rawPath);
  const host = placeOfHost(headers.host, domains);
  const { key, ...bucket } = host.kind === "path" ? placeOfPath(path) : { ...host, key: path.slice(1) };
  const query = mark === -1 ? [] : readQuery(target.slice(mark + 1));
  return {
    method: message.method ?? "",
    path,
    bucketName: bucket.bucketName,
    addressing: host.kind,
    workspaceId: bucket.workspaceId,
    key: key === "" ? undefined : validKey(key),
    query,
    headers: { ...hoistedHeaders(query), ...sentHeaders(message) },
    message,
    askForBody,
  };
}

function placeOfPath(path: string): Pick<S3Request, "bucketName" | "workspaceId"> & { readonly key: string } {
  const slash = path.indexOf("/", 1);
  const place = slash === -1 ? path.slice(1) : path.slice(1, slash);
  const key = slash === -1 ? "" : path.slice(slash + 1);
  if (place === "" && key !== "") throw invalidUri();
  const [, workspace, ofWorkspace] = /^([1-9][0-9]{0,17}):(.+)$/.exec(place) ?? [];
  return {
    bucketName: place === "" ? undefined : (ofWorkspace ?? place),
    workspaceId: workspace === undefined ? undefined : BigInt(workspace),
    key,
  };
}

/** The value of a query parameter; undefined without it. */
export function parameter({ query }: Pick<S3Request, "query">, name: string): string | undefined {
  return query.find(([candidate]) => candidate === name)?.[1];
}

/** A parameter that is used in a database query. @throws S3Error when no key could contain it */
export function textParameter(request: Pick<S3Request, "query">, name: string): string | undefined {
  const value = parameter(request, name);
  if (value?.includes("\0")) throw new S3Error("InvalidArgument", `${name} must not contain a NUL character.`);
  return value;
}

/** S3's numbers have 32 bits. */
const LARGEST_COUNT = 2_147_483_647;

/** A number from 0 to `most`; larger ones count as `most`. @throws S3Error when it is no number of S3 */
export function countParameter(request: Pick<S3Request, "query">, name: string, most: number): number {
  const value = parameter(request, name);
  if (value === undefined || value === "") return most;
  if (!/^\d+$/.test(value) || Number(value) > LARGEST_COUNT)
    throw new S3Error("InvalidArgument", `${name} must be a whole number from 0 to ${LARGEST_COUNT}.`);
  return Math.min(Number(value), most);
}

/** The value of a header; undefined without it. */
export function header({ headers }: Pick<S3Request, "headers">, name: string): string | undefined {
  return Object.hasOwn(headers, name) ? headers[name] : undefined;
}

function sentHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = ""]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
}

/**
 * Headers that SDKs move into a presigned URL's query. Checksums are left out, because the URL was signed without a
 * body.
 */
function hoistedHeaders(query: S3Request["query"]): Record<string, string> {
  if (!query.some(([name]) => name === "X-Amz-Algorithm" || name === "AWSAccessKeyId")) return {};
  const hoisted = query.filter(([name]) => /^x-amz-(?!checksum-|sdk-|content-sha256$|date$)[\w.-]+$/.test(name));
  // A value that is not valid in a header must not reach an answer's headers.
  const wrong = hoisted.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  if (wrong !== undefined) throw new S3Error("InvalidArgument", `${wrong[0]} must be one line of text.`);
  return Object.fromEntries(hoisted);
}

/**
 * Checks that a bucket may hold the key.
 * @throws S3Error 400 when it is too long, or has the path segments `.` and `..`, which many clients remove from a URL
 */
export function validKey(key: string): string {
  if (Buffer.byteLength(key) > LONGEST_KEY_BYTES)
    throw new S3Error("KeyTooLongError", "A key must have at most 1024 bytes in UTF-8.");
  if (!ObjectKey.safeParse(key).success || key.includes("\0")) {
    throw new S3Error(
      "InvalidArgument",
      "A key must be valid Unicode text without NUL and without the path segments '.' and '..'.",
    );
  }
  return key;
}

function readQuery(text: string): (readonly [string, string])[] {
  return text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...value] = part.replaceAll("+", " ").split("=");
      return [decoded(name), decoded(value.join("="))] as const;
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw Object.assign(invalidUri(), { cause });
  }
}

function invalidUri(): S3Error {
  return new S3Error(
    "InvalidURI",
    "The URL does not name a bucket or an object; its path must be /bucket/key, percent-encoded in UTF-8.",
  );
}
