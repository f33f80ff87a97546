import { type Retention, readObject, retainObject } from "@fulmar/core/object-store";
import { readDocument } from "../body/payload.ts";
import { noSuchKey, retained, S3Error } from "../protocol/s3-error.ts";
import { document, textOf, type XmlElement } from "../protocol/xml.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { bypassesGovernance, checkedRetention } from "./description.ts";

export async function getRetention({ store, bucket, key }: ObjectCall): Promise<Answer> {
  const object = await readObject(store.sql, bucket, key);
  if (object === undefined) throw noSuchKey();
  if (object.retention === null) throw new S3Error("NoSuchObjectLockConfiguration", "The object has no retention.");
  const { mode, until } = object.retention;
  return { status: 200, xml: document("Retention", { Mode: mode, RetainUntilDate: until.toISOString() }) };
}

/** Extends a retention. Only a GOVERNANCE retention can be shortened or removed, with a bypass. */
export async function putRetention(call: ObjectCall): Promise<Answer> {
  const { store, request, bucket, key, chunkKey } = call;
  const retention = retentionIn(await readDocument(request, chunkKey), call);
  const change = { key, retention, bypassGovernance: bypassesGovernance(call) };
  const outcome = await store.change(bucket, (sql) => retainObject(sql, bucket, change));
  if (outcome === "absent") throw noSuchKey();
  if (outcome === "retained") throw retained();
  return { status: 200 };
}

/** An empty document removes the retention, like S3. */
function retentionIn(body: XmlElement, { bucket }: ObjectCall): Retention | null {
  if (body.name !== "Retention") throw new S3Error("MalformedXML", "The body must be a Retention.");
  return checkedRetention(bucket, textOf(body, "Mode")?.trim(), textOf(body, "RetainUntilDate")?.trim());
}
