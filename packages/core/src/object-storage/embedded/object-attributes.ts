import { type Sql, statement } from "@fulmar/prisma";
import type { BucketPlace, Retention } from "./object-record.ts";
import { countObjects, descriptionBytes, touchBucket } from "./object-removal.ts";

/** A version of a key. Undefined is the present object, null the version "null". */
export interface VersionPlace {
  readonly key: string;
  readonly versionId: string | null | undefined;
}

/** SQL: a row of `object` or `object_version` that `placeValues` names. */
const NAMED = "o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = $key";
const ofPresent = `${NAMED} AND (NOT $names_version::boolean OR o.version_id IS NOT DISTINCT FROM $version_id::text)`;
const ofEarlier = `${NAMED} AND $names_version::boolean AND o.version_id IS NOT DISTINCT FROM $version_id::text
      AND NOT o.is_marker`;

function placeValues({ workspaceId, bucketId }: BucketPlace, { key, versionId }: VersionPlace) {
  return {
    ...{ workspace_id: workspaceId, bucket_id: bucketId, key },
    ...{ names_version: versionId !== undefined, version_id: versionId ?? null },
  };
}

// A retention that has not passed may only be extended. With the bypass, GOVERNANCE may also become COMPLIANCE.
const RETENTION = "lock_mode = $lock_mode::retention_mode, retained_until = $retained_until::timestamptz";
const mayRetain = `coalesce(o.retained_until <= now(), true)
  OR (o.lock_mode = 'GOVERNANCE' AND $bypass_governance::boolean)
  OR ($lock_mode = o.lock_mode::text AND $retained_until::timestamptz >= o.retained_until)`;

const retain = statement(
  "object_retain",
  `WITH held AS (
     SELECT o.key, o.version_id, ${mayRetain} AS allowed FROM object o WHERE ${ofPresent} FOR UPDATE
   ), earlier AS (
     SELECT o.key, o.number, ${mayRetain} AS allowed FROM object_version o WHERE ${ofEarlier} FOR UPDATE
   ), retained AS (
     UPDATE object o SET ${RETENTION} FROM held h
      WHERE h.allowed AND o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = h.key
     RETURNING 1
   ), retained_earlier AS (
     UPDATE object_version o SET ${RETENTION} FROM earlier h
      WHERE h.allowed AND o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = h.key
        AND o.number = h.number
     RETURNING 1
   ), ${touchBucket("(SELECT FROM retained UNION ALL SELECT FROM retained_earlier) AS c")}
   SELECT allowed FROM held UNION ALL SELECT allowed FROM earlier`,
);

/** Changes the retention of an object or a version, within a transaction of the workspace. */
export async function retainObject(
  sql: Sql,
  bucket: BucketPlace,
  version: VersionPlace,
  { retention, bypassGovernance }: { readonly retention: Retention | null; readonly bypassGovernance: boolean },
): Promise<"changed" | "absent" | "retained"> {
  const row = await sql.maybe(retain, {
    ...placeValues(bucket, version),
    lock_mode: retention?.mode ?? null,
    retained_until: retention?.until ?? null,
    bypass_governance: bypassGovernance,
  });
  if (row === undefined) return "absent";
  return row.allowed === true ? "changed" : "retained";
}

const setTags = statement(
  "object_tags_put",
  `WITH held AS (
     SELECT o.key, o.metadata_size FROM object o WHERE ${ofPresent} FOR UPDATE
   ), earlier AS (
     SELECT o.key, o.number, o.metadata_size FROM object_version o WHERE ${ofEarlier} FOR UPDATE
   ), tagged AS (
     UPDATE object o SET tags = $tags::jsonb, metadata_size = ${descriptionBytes("o", "$tags::jsonb")} FROM held h
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = h.key
     RETURNING o.version_id, o.metadata_size - h.metadata_size AS added
   ), tagged_earlier AS (
     UPDATE object_version o SET tags = $tags::jsonb, metadata_size = ${descriptionBytes("o", "$tags::jsonb")}
       FROM earlier h
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = h.key
        AND o.number = h.number
     RETURNING o.version_id, o.metadata_size - h.metadata_size AS added
   ), changed AS (
     SELECT * FROM tagged UNION ALL SELECT * FROM tagged_earlier
   ), ${countObjects("changed", { metadata: "(SELECT coalesce(sum(added), 0) FROM changed)::bigint" })}
   SELECT version_id FROM changed`,
);

const setHold = statement(
  "object_legal_hold_put",
  `WITH present AS (
     UPDATE object o SET legal_hold = $legal_hold::boolean WHERE ${ofPresent} RETURNING o.version_id
   ), earlier AS (
     UPDATE object_version o SET legal_hold = $legal_hold::boolean WHERE ${ofEarlier} RETURNING o.version_id
   )
   SELECT version_id FROM present UNION ALL SELECT version_id FROM earlier`,
);

/** @returns the version, or undefined if there is no such object */
export async function putTags(
  sql: Sql,
  bucket: BucketPlace,
  version: VersionPlace,
  tags: Readonly<Record<string, string>>,
): Promise<{ readonly versionId: string | null } | undefined> {
  const row = await sql.maybe(setTags, { ...placeValues(bucket, version), tags: JSON.stringify(tags) });
  return row && { versionId: row.version_id };
}

/** @returns whether there is such an object */
export async function putLegalHold(
  sql: Sql,
  bucket: BucketPlace,
  version: VersionPlace,
  legalHold: boolean,
): Promise<boolean> {
  return (await sql.query(setHold, { ...placeValues(bucket, version), legal_hold: legalHold })).length > 0;
}
