import type { IncomingMessage } from "node:http";
import { ObjectKey } from "@fulmar/contract";
import { S3Error } from "./s3-error.ts";

const LONGEST_KEY_BYTES = 1024;

/** A request as S3 reads it: path style, the bucket first and the key behind it. */
export interface S3Request {
  readonly method: string;
  /** Decoded, as it is signed. */
  readonly path: string;
  readonly bucketName: string | undefined;
  /**
   * Of a bucket that anybody may read, which is addressed together with its workspace:
   * `/<workspace_id>:<bucket>/<key>`.
   */
  readonly workspaceId: bigint | undefined;
  readonly key: string | undefined;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case; of a presigned URL also those of S3's headers that it has among its parameters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly message: IncomingMessage;
  /** Has a client send its body that waits to be asked for it (Expect: 100-continue). */
  readonly askForBody: () => void;
}

/** @throws S3Error 400 where the target is none that S3 knows */
export function readRequest(message: IncomingMessage, askForBody: () => void): S3Request {
  const target = message.url ?? "";
  const mark = target.indexOf("?");
  const rawPath = mark === -1 ? target : target.slice(0, mark);
  if (!rawPath.startsWith("/")) throw invalidUri();
  const path = decoded(rawPath);
  const slash = path.indexOf("/", 1);
  const place = slash === -1 ? path.slice(1) : path.slice(1, slash);
  const key = slash === -1 ? "" : path.slice(slash + 1);
  const [, workspace, ofWorkspace] = /^([1-9][0-9]{0,17}):(.+)$/.exec(place) ?? [];
  if (place === "" && key !== "") throw invalidUri();
  const query = mark === -1 ? [] : readQuery(target.slice(mark + 1));
  return {
    method: message.method ?? "",
    path,
    bucketName: place === "" ? undefined : (ofWorkspace ?? place),
    workspaceId: workspace === undefined ? undefined : BigInt(workspace),
    key: key === "" ? undefined : validKey(key),
    query,
    headers: { ...hoistedHeaders(query), ...sentHeaders(message) },
    message,
    askForBody,
  };
}

/** The one value of a query parameter; undefined without it. */
export function parameter({ query }: Pick<S3Request, "query">, name: string): string | undefined {
  return query.find(([candidate]) => candidate === name)?.[1];
}

/** A parameter that is looked for in the database. @throws S3Error where no key could have it in it */
export function textParameter(request: Pick<S3Request, "query">, name: string): string | undefined {
  const value = parameter(request, name);
  if (value?.includes("\0")) throw new S3Error("InvalidArgument", `${name} must not have a NUL.`);
  return value;
}

/** A number from 0 to `most`; larger ones count as `most`. @throws S3Error where it is none */
export function countParameter(request: Pick<S3Request, "query">, name: string, most: number): number {
  const value = parameter(request, name);
  if (value === undefined || value === "") return most;
  if (!/^\d{1,10}$/.test(value)) throw new S3Error("InvalidArgument", `${name} must be a number that is not negative.`);
  return Math.min(Number(value), most);
}

/** A header; undefined without it. */
export function header({ headers }: Pick<S3Request, "headers">, name: string): string | undefined {
  return Object.hasOwn(headers, name) ? headers[name] : undefined;
}

function sentHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = ""]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
}

/**
 * What SDKs move from the headers of a request into the URL that they presign. Checksums there are of no body: the URL
 * was signed without one.
 */
function hoistedHeaders(query: S3Request["query"]): Record<string, string> {
  if (!query.some(([name]) => name === "X-Amz-Algorithm")) return {};
  const hoisted = query.filter(([name]) => /^x-amz-(?!checksum-|sdk-|content-sha256$|date$)[\w.-]+$/.test(name));
  // What no header could have been must not become one in an answer.
  const wrong = hoisted.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  if (wrong !== undefined) throw new S3Error("InvalidArgument", `${wrong[0]} must be one line of text.`);
  return Object.fromEntries(hoisted);
}

/**
 * A key that a bucket may hold.
 * @throws S3Error 400 where it is too long, or has the path segments `.` and `..`, which many clients remove from a URL
 */
export function validKey(key: string): string {
  if (Buffer.byteLength(key) > LONGEST_KEY_BYTES)
    throw new S3Error("KeyTooLongError", "A key has at most 1024 bytes in UTF-8.");
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
    "The address is not one of a bucket or an object; it must be /bucket/key, percent-encoded in UTF-8.",
  );
}
