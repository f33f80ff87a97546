import { type RemovalCondition, removeObjects } from "@fulmar/core/object-store";
import { readDocument } from "../body/payload.ts";
import { notImplemented, retained, S3Error } from "../protocol/s3-error.ts";
import { header, validKey } from "../protocol/s3-request.ts";
import { document, textOf, type XmlElement } from "../protocol/xml.ts";
import type { Answer, BucketCall, ObjectCall } from "./call.ts";
import { bypassesGovernance } from "./description.ts";

const MOST_KEYS = 1000;

/** Deletes an object. Answers 204 even when it does not exist, like S3, also where a condition was sent. */
export async function deleteObject(call: ObjectCall): Promise<Answer> {
  const { request, key } = call;
  const condition = conditionOf(key, {
    etag: header(request, "if-match"),
    size: header(request, "x-amz-if-match-size"),
    modifiedAt: header(request, "x-amz-if-match-last-modified-time"),
  });
  const [found] = await remove(call, [condition]);
  const refused = found && refusalOf(found);
  if (refused !== undefined) throw refused;
  return { status: 204 };
}

/** Deletes the objects that may be deleted and reports the others. */
export async function deleteObjects(call: BucketCall): Promise<Answer> {
  const body = await readDocument(call.request, call.chunkKey);
  if (body.name !== "Delete") throw new S3Error("MalformedXML", "The body must be a Delete.");
  const named = body.children.filter(({ name }) => name === "Object").map(namedObject);
  if (named.length === 0 || named.length > MOST_KEYS)
    throw new S3Error("MalformedXML", `A Delete must name 1 to ${MOST_KEYS} objects.`);
  for (const { key } of named) validKey(key);
  const refusals = new Map((await remove(call, named)).map((row) => [row.key, refusalOf(row)]));
  const quiet = textOf(body, "Quiet")?.trim() === "true";
  const results = {
    Deleted: quiet ? [] : named.flatMap(({ key }) => (refusals.get(key) === undefined ? [{ Key: key }] : [])),
    Error: named.flatMap(({ key }) => {
      const refused = refusals.get(key);
      return refused === undefined ? [] : [{ Key: key, Code: refused.code, Message: refused.message }];
    }),
  };
  return { status: 200, xml: document("DeleteResult", results) };
}

function namedObject(object: XmlElement): RemovalCondition {
  const version = textOf(object, "VersionId");
  if (version !== undefined && version !== "null") throw notImplemented("versions of objects");
  return conditionOf(textOf(object, "Key") ?? "", {
    etag: textOf(object, "ETag"),
    size: textOf(object, "Size"),
    modifiedAt: textOf(object, "LastModifiedTime"),
  });
}

type Condition = Readonly<Record<"etag" | "size" | "modifiedAt", string | undefined>>;

/** @throws S3Error where a condition cannot be read, so that it is never ignored */
function conditionOf(key: string, { etag, size, modifiedAt }: Condition): RemovalCondition {
  const wanted = etag?.trim();
  if (wanted !== undefined && !/^(\*|"?[^",*]+"?)$/.test(wanted))
    throw new S3Error("InvalidArgument", "If-Match of a deletion must name one ETag, or * for any.");
  if (size !== undefined && !/^\d{1,15}$/.test(size.trim()))
    throw new S3Error("InvalidArgument", "The size of an object to delete must be a number of bytes.");
  const at = modifiedAt === undefined ? null : Date.parse(modifiedAt);
  if (Number.isNaN(at))
    throw new S3Error("InvalidArgument", "The time of an object to delete must be a date, as Last-Modified has it.");
  return {
    key,
    etag: wanted === undefined || wanted === "*" ? null : wanted.replaceAll('"', ""),
    size: size === undefined ? null : Number(size),
    modifiedAt: at === null ? null : Math.floor(at / 1000),
  };
}

type Found = Awaited<ReturnType<typeof removeObjects>>[number];

/** Why an object was not deleted; undefined when it was. */
function refusalOf({ changed, retained: isRetained }: Found): S3Error | undefined {
  if (changed === true)
    return new S3Error("PreconditionFailed", "The object is not the one to delete; it was changed meanwhile.");
  return isRetained === true ? retained() : undefined;
}

function remove(call: BucketCall, named: readonly RemovalCondition[]) {
  const { store, bucket } = call;
  const removal = {
    bucketId: bucket.bucketId,
    keys: [...new Set(named.map(({ key }) => key))],
    conditions: named.filter(({ etag, size, modifiedAt }) => etag !== null || size !== null || modifiedAt !== null),
    allOrNone: false,
    bypassGovernance: bypassesGovernance(call),
  };
  return store.change(bucket, (sql) => removeObjects(sql, bucket.workspaceId, removal));
}
