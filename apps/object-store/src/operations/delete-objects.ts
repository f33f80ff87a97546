import { setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "@fulmar/contract/bucket-policy";
import { deleteVersions, type NamedVersion, removeObjects, type VersionDeletion } from "@fulmar/core/embedded-store";
import { readDocument } from "../body/payload.ts";
import { httpDateIn, momentIn } from "../protocol/dates.ts";
import { retained, S3Error } from "../protocol/s3-error.ts";
import { header, validKey } from "../protocol/s3-request.ts";
import { document, textOf, type XmlElement } from "../protocol/xml.ts";
import { authorize, authorizeBypass, MOST_STEPS } from "./authorize.ts";
import type { Answer, BucketCall, ObjectCall } from "./call.ts";
import { bypassesGovernance } from "./description.ts";
import { namedVersion, versionHeader, versionOf } from "./version.ts";

const MOST_KEYS = 1000;
/** Enough for that many keys of the greatest length. */
const LARGEST_BYTES = 2 * 1024 * 1024;

/** Deletes an object. Answers 204 even when it does not exist, like S3, also where a condition was sent. */
export async function deleteObject(call: ObjectCall): Promise<Answer> {
  const { request, bucket, key } = call;
  const named = conditionOf(key, versionOf(request), {
    etag: header(request, "if-match"),
    size: header(request, "x-amz-if-match-size"),
    modifiedAt: header(request, "x-amz-if-match-last-modified-time"),
  });
  const [deletion] = await remove(call, [named]);
  if (deletion === undefined) throw new Error("the deletion of an object has no outcome");
  const refused = refusalOf(deletion);
  if (refused !== undefined) throw refused;
  const { marker, wasMarker } = deletion;
  const version = marker === undefined ? named.versionId : marker.versionId;
  return {
    status: 204,
    headers: {
      ...(version !== undefined && versionHeader(bucket, version)),
      ...((marker !== undefined || wasMarker) && { "x-amz-delete-marker": "true" }),
    },
  };
}

/** Deletes the objects that may be deleted and reports the others. */
export async function deleteObjects(call: BucketCall): Promise<Answer> {
  const body = await readDocument(call.request, call.chunkKey, LARGEST_BYTES);
  if (body.name !== "Delete") throw new S3Error("MalformedXML", "The body must be a Delete.");
  const named = body.children.filter(({ name }) => name === "Object").map(namedObject);
  if (named.length === 0 || named.length > MOST_KEYS)
    throw new S3Error("MalformedXML", `A Delete must name 1 to ${MOST_KEYS} objects.`);
  for (const { key } of named) validKey(key);
  const denied = await deniedOf(call, named);
  const allowed = named.filter((each) => !denied.has(each));
  const [refused] = denied.values();
  if (allowed.length === 0 && refused !== undefined) throw refused;
  const deletions = await remove(call, allowed);
  const quiet = textOf(body, "Quiet")?.trim() === "true";
  const results = {
    Deleted: quiet ? [] : deletions.flatMap((each) => (refusalOf(each) === undefined ? [deletedXml(each)] : [])),
    Error: [
      ...deletions.flatMap((each) => {
        const refused = refusalOf(each);
        return refused === undefined ? [] : [errorXml(each.named, refused)];
      }),
      ...[...denied].map(([each, refused]) => errorXml(each, refused)),
    ],
  };
  return { status: 200, xml: document("DeleteResult", results) };
}

function errorXml({ key, versionId }: NamedVersion, { code, message }: S3Error) {
  return { Key: key, VersionId: nameOf(versionId), Code: code, Message: message };
}

/** Steps to compare one of several objects with the bucket's policy: enough for as many resources as a policy has. */
const STEPS_OF_KEY = 30_000;

/** The refusals of some of several objects. Other requests have their turn meanwhile. */
async function deniedOf(call: BucketCall, named: readonly NamedVersion[]): Promise<Map<NamedVersion, S3Error>> {
  const denied = new Map<NamedVersion, S3Error>();
  let taken = 0;
  for (const each of named) {
    const steps = { count: 0, most: STEPS_OF_KEY };
    const refused = deniedBy(call, each, steps);
    if (refused !== undefined) denied.set(each, refused);
    taken += steps.count;
    if (taken <= MOST_STEPS) continue;
    taken = 0;
    await nextTurn();
  }
  return denied;
}

/** The refusal of one of several objects, by the rights of the key and the policy; undefined where it is allowed. */
function deniedBy(call: BucketCall, { key, versionId }: NamedVersion, steps: Steps): S3Error | undefined {
  const action = versionId === undefined ? "s3:DeleteObject" : "s3:DeleteObjectVersion";
  try {
    authorize({ action, key, scopes: ["object-storage.delete"], steps }, call);
    authorizeBypass(key, call, steps);
    return undefined;
  } catch (error) {
    if (error instanceof S3Error) return error;
    throw error;
  }
}

function deletedXml({ named: { key, versionId }, marker, wasMarker }: VersionDeletion) {
  const markerId = marker === undefined ? (wasMarker ? versionId : undefined) : marker.versionId;
  return {
    Key: key,
    VersionId: nameOf(versionId),
    DeleteMarker: marker !== undefined || wasMarker ? true : undefined,
    DeleteMarkerVersionId: nameOf(markerId),
  };
}

function nameOf(versionId: string | null | undefined): string | undefined {
  return versionId === null ? "null" : versionId;
}

function namedObject(object: XmlElement): NamedVersion {
  return conditionOf(textOf(object, "Key") ?? "", namedVersion(textOf(object, "VersionId")), {
    etag: textOf(object, "ETag"),
    size: textOf(object, "Size"),
    modifiedAt: textOf(object, "LastModifiedTime"),
  });
}

type Condition = Readonly<Record<"etag" | "size" | "modifiedAt", string | undefined>>;

/** @throws S3Error where a condition cannot be read, so that it is never ignored */
function conditionOf(
  key: string,
  versionId: string | null | undefined,
  { etag, size, modifiedAt }: Condition,
): NamedVersion {
  const wanted = etag?.trim();
  if (wanted !== undefined && !/^(\*|"?[^",*]+"?)$/.test(wanted))
    throw new S3Error("InvalidArgument", "If-Match of a deletion must name one ETag, or * for any.");
  if (size !== undefined && !/^\d{1,15}$/.test(size.trim()))
    throw new S3Error(
      "InvalidArgument",
      "The size of an object to delete must be a whole number of bytes of at most 15 digits.",
    );
  const at =
    modifiedAt === undefined ? null : (momentIn(modifiedAt.trim())?.getTime() ?? httpDateIn(modifiedAt.trim()));
  if (Number.isNaN(at))
    throw new S3Error("InvalidArgument", "The time of an object to delete must be a date, as Last-Modified has it.");
  return {
    ...{ key, versionId },
    etag: wanted === undefined || wanted === "*" ? null : wanted.replaceAll('"', ""),
    size: size === undefined ? null : Number(size),
    modifiedAt: at === null ? null : Math.floor(at / 1000),
  };
}

/** Why an object was not deleted; undefined when it was. */
function refusalOf({ outcome }: VersionDeletion): S3Error | undefined {
  if (outcome === "changed")
    return new S3Error("PreconditionFailed", "The object is not the one to delete; it was changed meanwhile.");
  return outcome === "retained" ? retained() : undefined;
}

function remove(call: BucketCall, named: readonly NamedVersion[]): Promise<VersionDeletion[]> {
  const { store, bucket } = call;
  const { versioning } = bucket;
  const bypassGovernance = bypassesGovernance(call);
  if (versioning !== null)
    return store.change(bucket, (sql) => deleteVersions(sql, { ...bucket, versioning }, named, { bypassGovernance }));
  return removePresent(call, named, bypassGovernance);
}

/** Deletes from a bucket without versions, where the only version that can be named is "null". */
async function removePresent(
  { store, bucket }: BucketCall,
  named: readonly NamedVersion[],
  bypassGovernance: boolean,
): Promise<VersionDeletion[]> {
  const present = named.filter(({ versionId }) => versionId == null);
  const removal = {
    keys: [...new Set(present.map(({ key }) => key))],
    conditions: present.filter(({ etag, size, modifiedAt }) => etag !== null || size !== null || modifiedAt !== null),
    allOrNone: false,
    bypassGovernance,
  };
  const rows = await store.change(bucket, (sql) => removeObjects(sql, bucket, removal));
  const found = new Map(rows.map((row) => [row.key, row]));
  return named.map((each) => {
    const row = each.versionId == null ? found.get(each.key) : undefined;
    const outcome = row?.changed === true ? "changed" : row?.retained === true ? "retained" : "deleted";
    const existed = row !== undefined;
    return { named: each, outcome, existed, hid: existed, wasMarker: false, marker: undefined };
  });
}
