import { putLegalHold, type Retention, retainObject } from "@fulmar/core/embedded-store";
import { readDocument } from "../body/payload.ts";
import { noSuchKey, noSuchVersion, retained, S3Error } from "../protocol/s3-error.ts";
import { document, textOf, type XmlElement } from "../protocol/xml.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { bypassesGovernance, checkedLegalHold, checkedRetention } from "./description.ts";
import { namedObject, versionOf } from "./version.ts";

export async function getRetention(call: ObjectCall): Promise<Answer> {
  requireLock(call);
  const { retention } = await namedObject(call, versionOf(call.request));
  if (retention === null) throw new S3Error("NoSuchObjectLockConfiguration", "The object has no retention.");
  const { mode, until } = retention;
  return { status: 200, xml: document("Retention", { Mode: mode, RetainUntilDate: until.toISOString() }) };
}

/** Extends a retention. Only a GOVERNANCE retention can be shortened or removed, with a bypass. */
export async function putRetention(call: ObjectCall): Promise<Answer> {
  const { store, request, bucket, key, chunkKey } = call;
  const version = { key, versionId: versionOf(request) };
  const retention = retentionIn(await readDocument(request, chunkKey), call);
  const change = { retention, bypassGovernance: bypassesGovernance(call) };
  const outcome = await store.change(bucket, (sql) => retainObject(sql, bucket, version, change));
  if (outcome === "absent") throw version.versionId === undefined ? noSuchKey() : noSuchVersion();
  if (outcome === "retained") throw retained();
  return { status: 200 };
}

export async function getLegalHold(call: ObjectCall): Promise<Answer> {
  requireLock(call);
  const { legalHold } = await namedObject(call, versionOf(call.request));
  return { status: 200, xml: document("LegalHold", { Status: legalHold ? "ON" : "OFF" }) };
}

export async function putHold({ store, request, bucket, key, chunkKey }: ObjectCall): Promise<Answer> {
  const version = { key, versionId: versionOf(request) };
  const body = await readDocument(request, chunkKey);
  if (body.name !== "LegalHold") throw new S3Error("MalformedXML", "The body must be a LegalHold.");
  const hold = checkedLegalHold(bucket, textOf(body, "Status")?.trim());
  if (!(await store.change(bucket, (sql) => putLegalHold(sql, bucket, version, hold))))
    throw version.versionId === undefined ? noSuchKey() : noSuchVersion();
  return { status: 200 };
}

function requireLock({ bucket }: ObjectCall): void {
  if (!bucket.lockEnabled) throw new S3Error("InvalidRequest", "The bucket was created without object lock.");
}

/** An empty document removes the retention, like S3. */
function retentionIn(body: XmlElement, { bucket }: ObjectCall): Retention | null {
  if (body.name !== "Retention") throw new S3Error("MalformedXML", "The body must be a Retention.");
  const mode = textOf(body, "Mode")?.trim();
  if (mode !== undefined && mode !== "GOVERNANCE" && mode !== "COMPLIANCE")
    throw new S3Error("MalformedXML", "The Mode of a retention must be GOVERNANCE or COMPLIANCE.");
  return checkedRetention(bucket, mode, textOf(body, "RetainUntilDate")?.trim());
}
