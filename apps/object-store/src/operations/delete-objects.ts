import { removeObjects } from "@fulmar/core/object-store";
import { readDocument } from "../body/payload.ts";
import { notImplemented, retained, S3Error } from "../protocol/s3-error.ts";
import { header, validKey } from "../protocol/s3-request.ts";
import { document, textOf } from "../protocol/xml.ts";
import type { Answer, BucketCall, ObjectCall } from "./call.ts";
import { bypassesGovernance } from "./description.ts";

const MOST_KEYS = 1000;

/** Deletes an object. Answers 204 even when it does not exist, like S3. */
export async function deleteObject(call: ObjectCall): Promise<Answer> {
  if (header(call.request, "if-match") !== undefined) throw notImplemented("If-Match for deletions");
  const [found] = await remove(call, [call.key]);
  if (found?.retained) throw retained();
  return { status: 204 };
}

/** Deletes the objects that may be deleted and reports the others. */
export async function deleteObjects(call: BucketCall): Promise<Answer> {
  const body = await readDocument(call.request, call.chunkKey);
  if (body.name !== "Delete") throw new S3Error("MalformedXML", "The body must be a Delete.");
  const keys = body.children
    .filter(({ name }) => name === "Object")
    .map((object) => {
      const version = textOf(object, "VersionId");
      if (version !== undefined && version !== "null") throw notImplemented("versions of objects");
      return textOf(object, "Key") ?? "";
    });
  if (keys.length === 0 || keys.length > MOST_KEYS)
    throw new S3Error("MalformedXML", `A Delete must name 1 to ${MOST_KEYS} objects.`);
  for (const key of keys) validKey(key);
  const kept = new Set((await remove(call, [...new Set(keys)])).filter((row) => row.retained).map(({ key }) => key));
  const quiet = textOf(body, "Quiet")?.trim() === "true";
  const { code, message } = retained();
  const results = {
    Deleted: quiet ? [] : keys.filter((key) => !kept.has(key)).map((key) => ({ Key: key })),
    Error: keys.filter((key) => kept.has(key)).map((key) => ({ Key: key, Code: code, Message: message })),
  };
  return { status: 200, xml: document("DeleteResult", results) };
}

function remove(call: BucketCall, keys: readonly string[]) {
  const { store, bucket } = call;
  const removal = { bucketId: bucket.bucketId, keys, allOrNone: false, bypassGovernance: bypassesGovernance(call) };
  return store.change(bucket, (sql) => removeObjects(sql, bucket.workspaceId, removal));
}
