import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { newId } from "../../request/identifiers.ts";
import type { BucketPlace } from "./object-record.ts";
import {
  conditionValues,
  countMarkers,
  freeFiles,
  type RemovalCondition,
  retainedUnless,
  uncountObjects,
} from "./object-removal.ts";

/** Null if versioning was never turned on. */
export type Versioning = "Enabled" | "Suspended" | null;

/** An object or a version to delete. */
export interface NamedVersion extends RemovalCondition {
  /** Undefined deletes the present object, which leaves a delete marker. Null names the version "null". */
  readonly versionId: string | null | undefined;
}

/** The outcome for a named version. */
export interface VersionDeletion {
  readonly named: NamedVersion;
  readonly outcome: "deleted" | "retained" | "changed";
  /** Whether a present object was deleted or hidden by a delete marker. */
  readonly hid: boolean;
  /** Whether there was the named version, or a present object where none is named. */
  readonly existed: boolean;
  /** Whether a delete marker was deleted. */
  readonly wasMarker: boolean;
  /** The delete marker that was made. Undefined if none was. */
  readonly marker: { readonly versionId: string | null } | undefined;
}

const KEPT = `key, version_id, size, etag, content_type, headers, metadata, tags, checksum, file_ids, file_sizes,
  upload_id, lock_mode, retained_until, legal_hold, encryption, part_checksums, modified_at, metadata_size`;

// Until the transaction ends, nobody else deletes a version of these keys, so that the newest of the rest is known.
const lockKeys = statement(
  "object_version_lock",
  `SELECT count(pg_advisory_xact_lock(hashtextextended($bucket_id::text || k, 0))) AS locked
     FROM (SELECT k FROM unnest($keys::text[]) k ORDER BY k) AS sorted (k)`,
);

// Moves present objects to the earlier versions. While versioning is suspended, the version "null" is deleted instead.
const hide = statement(
  "object_hide",
  `WITH held AS (
     SELECT o.key, o.etag, o.size, o.modified_at, $enabled::boolean OR o.version_id IS NOT NULL AS stays,
            ${retainedUnless("o", "$bypass_governance")} AS retained
       FROM object o
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = ANY ($keys::text[])
      ORDER BY o.key FOR UPDATE
   ), other AS (
     SELECT DISTINCT h.key FROM held h
       JOIN unnest($condition_keys::text[], $condition_etags::text[], $condition_sizes::bigint[],
                   $condition_times::bigint[]) AS c (key, etag, size, modified_at) ON c.key = h.key
      WHERE c.etag <> h.etag OR c.size <> h.size OR c.modified_at <> floor(extract(epoch FROM h.modified_at))
   ), gone AS (
     DELETE FROM object o USING held h
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = h.key
        AND (h.stays OR NOT h.retained)
        AND NOT EXISTS (SELECT FROM other WHERE other.key = h.key)
     RETURNING o.*, h.stays
   ), archived AS (
     INSERT INTO object_version (workspace_id, bucket_id, ${KEPT})
     SELECT $workspace_id::bigint, $bucket_id, ${KEPT} FROM gone WHERE stays
   ), freed AS (
     ${freeFiles("SELECT unnest(file_ids) FROM gone WHERE NOT stays")}
   ), ${uncountObjects("gone", "NOT stays")}
   SELECT h.key, h.retained AND NOT h.stays AS retained, other.key IS NOT NULL AS changed FROM held h
     LEFT JOIN other ON other.key = h.key`,
);

const mark = statement(
  "object_mark_deleted",
  `WITH marked AS (
     INSERT INTO object_version (workspace_id, bucket_id, key, version_id, is_marker, metadata_size)
     SELECT $workspace_id::bigint, $bucket_id, m.key, m.version_id, true, octet_length(m.key)
       FROM unnest($keys::text[], $version_ids::text[]) AS m (key, version_id)
       JOIN bucket b ON b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.deleted_at IS NULL
     RETURNING metadata_size
   ), ${countMarkers("marked")}
   SELECT count(*) AS made FROM marked`,
);

/** Deletes named versions of a table. A delete marker counts as no object and has no files. */
const removeFrom = (table: "object" | "object_version", isMarker: string) => `
  WITH held AS (
     SELECT o.key, o.version_id, o.etag, o.size, o.modified_at, ${isMarker} AS is_marker,
            ${retainedUnless("o", "$bypass_governance")} AS retained
       FROM ${table} o
       JOIN unnest($keys::text[], $version_ids::text[]) AS n (key, version_id)
         ON o.key = n.key AND o.version_id IS NOT DISTINCT FROM n.version_id
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id FOR UPDATE OF o
   ), other AS (
     SELECT h.key, h.version_id FROM held h
       JOIN unnest($condition_keys::text[], $condition_version_ids::text[], $condition_etags::text[],
                   $condition_sizes::bigint[], $condition_times::bigint[])
            AS c (key, version_id, etag, size, modified_at)
         ON c.key = h.key AND c.version_id IS NOT DISTINCT FROM h.version_id
      WHERE c.etag <> h.etag OR c.size <> h.size OR c.modified_at <> floor(extract(epoch FROM h.modified_at))
   ), gone AS (
     DELETE FROM ${table} o USING held h
      WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key = h.key
        AND o.version_id IS NOT DISTINCT FROM h.version_id AND NOT h.retained
        AND NOT EXISTS (SELECT FROM other
                         WHERE other.key = h.key AND other.version_id IS NOT DISTINCT FROM h.version_id)
     RETURNING o.size, o.metadata_size, o.file_ids, h.is_marker
   ), freed AS (
     ${freeFiles("SELECT unnest(file_ids) FROM gone")}
   ), ${uncountObjects("gone", "true", "NOT is_marker")}
   SELECT h.key, h.version_id, h.is_marker, h.retained,
          EXISTS (SELECT FROM other
                   WHERE other.key = h.key AND other.version_id IS NOT DISTINCT FROM h.version_id) AS changed
     FROM held h`;

const removePresent = statement("object_version_remove_present", removeFrom("object", "false"));
const removeEarlier = statement("object_version_remove_earlier", removeFrom("object_version", "o.is_marker"));

// The newest of the versions that are left becomes the present object, unless it is a delete marker.
const promote = statement(
  "object_version_promote",
  `WITH top AS (
     SELECT v.* FROM unnest($keys::text[]) AS k (key), LATERAL (
       SELECT * FROM object_version v
        WHERE v.workspace_id = $workspace_id::bigint AND v.bucket_id = $bucket_id AND v.key = k.key
        ORDER BY v.number DESC LIMIT 1) v
      WHERE NOT v.is_marker
   ), moved AS (
     INSERT INTO object (workspace_id, bucket_id, ${KEPT}) SELECT $workspace_id::bigint, $bucket_id, ${KEPT} FROM top
         ON CONFLICT (workspace_id, bucket_id, key) DO NOTHING RETURNING key
   )
   DELETE FROM object_version v USING moved m JOIN top t ON t.key = m.key
    WHERE v.workspace_id = $workspace_id::bigint AND v.bucket_id = $bucket_id AND v.key = t.key
      AND v.number = t.number`,
);

const former = statement(
  "object_version_former_keys",
  `SELECT DISTINCT v.key FROM object_version v
    WHERE v.workspace_id = $workspace_id::bigint AND v.bucket_id = $bucket_id AND v.key = ANY ($keys::text[])`,
);

type Removed = RowOf<typeof removeEarlier>;

/**
 * Deletes from a bucket that has or had versioning, within a transaction of the workspace (AWS: Deleting object
 * versions from a versioning-enabled bucket).
 */
export async function deleteVersions(
  sql: Sql,
  { workspaceId, bucketId, versioning }: BucketPlace & { readonly versioning: "Enabled" | "Suspended" },
  named: readonly NamedVersion[],
  { bypassGovernance }: { readonly bypassGovernance: boolean },
): Promise<VersionDeletion[]> {
  await sql.query(lockKeys, { bucket_id: bucketId, keys: [...new Set(named.map(({ key }) => key))] });
  const place = { workspace_id: workspaceId, bucket_id: bucketId };
  const enabled = versioning === "Enabled";
  const present = named.filter(({ versionId }) => versionId === undefined);
  const keys = [...new Set(present.map(({ key }) => key))];
  const refused = new Map<string, "retained" | "changed">();
  const markers = new Map<string, string | null>();
  const found = new Set<string>();
  if (keys.length > 0) {
    const conditions = conditionsOf(present);
    const held = await sql.query(hide, {
      ...{ ...place, keys, enabled, bypass_governance: bypassGovernance },
      ...conditionValues(conditions),
    });
    for (const { key, retained, changed } of held) {
      found.add(key);
      if (changed === true || retained === true) refused.set(key, changed === true ? "changed" : "retained");
    }
    // The object that a condition names was deleted where its key has a delete marker.
    const gone = conditions.map(({ key }) => key).filter((key) => !found.has(key));
    if (gone.length > 0)
      for (const { key } of await sql.query(former, { ...place, keys: gone })) refused.set(key, "changed");
    const hidden = keys.filter((key) => !refused.has(key));
    if (!enabled) await removeNamed(sql, removeEarlier, { workspaceId, bucketId }, hidden.map(nullVersion), true);
    for (const key of hidden) markers.set(key, enabled ? newId("ver") : null);
    const version_ids = hidden.map((key) => markers.get(key) ?? null);
    await sql.query(mark, { ...place, keys: hidden, version_ids });
  }
  const versions = named.filter((each) => each.versionId !== undefined);
  const removed = await removeVersions(sql, { workspaceId, bucketId }, versions, bypassGovernance);
  return named.map((each): VersionDeletion => {
    const { key, versionId } = each;
    if (versionId === undefined) {
      const outcome = refused.get(key) ?? "deleted";
      const marker = outcome === "deleted" ? { versionId: markers.get(key) ?? null } : undefined;
      const existed = found.has(key);
      return { named: each, outcome, existed, hid: existed && !refused.has(key), wasMarker: false, marker };
    }
    const row = removed.get(placeOf(key, versionId));
    const outcome = row?.changed === true ? "changed" : row?.retained === true ? "retained" : "deleted";
    return {
      ...{ named: each, outcome, existed: row !== undefined, hid: false },
      ...{ wasMarker: row?.is_marker === true, marker: undefined },
    };
  });
}

async function removeVersions(
  sql: Sql,
  place: BucketPlace,
  versions: readonly NamedVersion[],
  bypassGovernance: boolean,
): Promise<Map<string, Removed>> {
  if (versions.length === 0) return new Map();
  const rows = [
    ...(await removeNamed(sql, removePresent, place, versions, bypassGovernance)),
    ...(await removeNamed(sql, removeEarlier, place, versions, bypassGovernance)),
  ];
  await sql.query(promote, {
    workspace_id: place.workspaceId,
    bucket_id: place.bucketId,
    keys: [...new Set(versions.map(({ key }) => key))],
  });
  return new Map(rows.map((row) => [placeOf(row.key, row.version_id), row]));
}

function removeNamed(
  sql: Sql,
  remove: typeof removePresent | typeof removeEarlier,
  { workspaceId, bucketId }: BucketPlace,
  versions: readonly NamedVersion[],
  bypassGovernance: boolean,
): Promise<Removed[]> {
  const conditions = conditionsOf(versions);
  return sql.query(remove, {
    ...{ workspace_id: workspaceId, bucket_id: bucketId, bypass_governance: bypassGovernance },
    keys: versions.map(({ key }) => key),
    version_ids: versions.map(({ versionId }) => versionId ?? null),
    condition_version_ids: conditions.map(({ versionId }) => versionId ?? null),
    ...conditionValues(conditions),
  });
}

function conditionsOf(named: readonly NamedVersion[]): NamedVersion[] {
  return named.filter(({ etag, size, modifiedAt }) => etag !== null || size !== null || modifiedAt !== null);
}

function nullVersion(key: string): NamedVersion {
  return { key, versionId: null, etag: null, size: null, modifiedAt: null };
}

function placeOf(key: string, versionId: string | null): string {
  return `${versionId ?? "null"} ${key}`;
}

const setVersioning = statement(
  "bucket_versioning_put",
  `UPDATE bucket SET versioning = $versioning::bucket_versioning, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id
      AND ($versioning = 'Enabled' OR NOT bucket_lock_enabled) RETURNING 1`,
);

/** @returns false for a bucket with object lock, whose versioning cannot be suspended */
export async function putVersioning(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  versioning: "Enabled" | "Suspended",
): Promise<boolean> {
  return (await sql.query(setVersioning, { workspace_id: workspaceId, bucket_id: bucketId, versioning })).length > 0;
}
