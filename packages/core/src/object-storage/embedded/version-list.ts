import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { behindKey, keysWithPrefix } from "./object-list.ts";
import type { BucketPlace } from "./object-record.ts";

/** After every number of an earlier version: the present object of a key is its newest version. */
const PRESENT = 9_223_372_036_854_775_807n;

// Each side reads at most a page along its primary key.
const list = statement(
  "object_version_list",
  `SELECT * FROM (
     (SELECT o.key, ${PRESENT} AS number, o.version_id, false AS is_marker, o.size, o.etag, o.checksum, o.modified_at,
             o.legal_hold, CASE WHEN o.retained_until > now() THEN o.retained_until END AS retained_until
        FROM object o
       WHERE o.workspace_id = $workspace_id::bigint AND o.bucket_id = $bucket_id AND o.key >= $from::text COLLATE "C"
         AND o.key < $before::text COLLATE "C"
         AND (o.key > $from::text COLLATE "C" OR $number::bigint = ${PRESENT}) ORDER BY o.key LIMIT $limit::int)
     UNION ALL
     (SELECT v.key, v.number, v.version_id, v.is_marker, v.size, v.etag, v.checksum, v.modified_at,
             v.legal_hold, CASE WHEN v.retained_until > now() THEN v.retained_until END AS retained_until
        FROM object_version v
       WHERE v.workspace_id = $workspace_id::bigint AND v.bucket_id = $bucket_id AND v.key >= $from::text COLLATE "C"
         AND v.key < $before::text COLLATE "C"
         AND (v.key > $from::text COLLATE "C" OR v.number < $number::bigint) ORDER BY v.key, v.number DESC
       LIMIT $limit::int)
   ) AS listed ORDER BY key COLLATE "C", number DESC LIMIT $limit::int`,
);

// Delete markers that are the newest of their keys, along the index of delete markers.
const listDeleted = statement(
  "object_version_list_deleted",
  `SELECT v.key, v.number, v.version_id, v.is_marker, v.size, v.etag, v.checksum, v.modified_at, v.legal_hold,
          v.retained_until
     FROM object_version v
    WHERE v.workspace_id = $workspace_id::bigint AND v.bucket_id = $bucket_id AND v.is_marker
      AND v.key >= $begin::text COLLATE "C" AND v.key < $before::text COLLATE "C"
      AND NOT EXISTS (SELECT FROM object o
                       WHERE o.workspace_id = v.workspace_id AND o.bucket_id = v.bucket_id AND o.key = v.key)
      AND NOT EXISTS (SELECT FROM object_version n
                       WHERE n.workspace_id = v.workspace_id AND n.bucket_id = v.bucket_id AND n.key = v.key
                         AND n.number > v.number)
    ORDER BY v.key LIMIT $limit::int`,
);

const numberOf = statement(
  "object_version_number",
  `SELECT number FROM object_version
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key = $key
      AND version_id IS NOT DISTINCT FROM $version_id`,
);

/** A version or a delete marker in a list. */
export interface ListedVersion extends Omit<RowOf<typeof list>, "number"> {
  /** Whether it is the newest of its key. */
  readonly isLatest: boolean;
}

interface VersionPage {
  /** Undefined for all keys. */
  readonly prefix?: string;
  /** Only the versions of this key. */
  readonly key?: string;
  /** Only delete markers of keys that have no object. */
  readonly deleted?: boolean;
  /** The first possible key. Undefined for the first of the prefix. */
  readonly from: string | undefined;
  /** Only versions of `from` that are older than this one. */
  readonly olderThan?: { readonly versionId: string | null } | undefined;
  readonly limit: number;
}

/** Versions by key, the newest first, at most `limit`. */
export async function listVersions(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  page: VersionPage,
): Promise<ListedVersion[]> {
  const { from: first, before } =
    page.key === undefined ? keysWithPrefix(page.prefix ?? "") : { from: page.key, before: behindKey(page.key) };
  const from =
    page.from === undefined || Buffer.compare(Buffer.from(page.from), Buffer.from(first)) < 0 ? first : page.from;
  if (page.deleted === true) {
    const begin = page.olderThan !== undefined && from === page.from ? behindKey(from) : from;
    const markers = await sql.query(listDeleted, {
      workspace_id: workspaceId,
      bucket_id: bucketId,
      begin,
      before,
      limit: page.limit,
    });
    return markers.map(({ number: _, ...row }) => ({ ...row, isLatest: true }));
  }
  let number = PRESENT;
  if (page.olderThan !== undefined && from === page.from) {
    const row = await sql.maybe(numberOf, {
      workspace_id: workspaceId,
      bucket_id: bucketId,
      key: from,
      version_id: page.olderThan.versionId,
    });
    // The present object has no number: older than it are all earlier versions.
    number = row?.number ?? PRESENT - 1n;
  }
  const rows = await sql.query(list, {
    workspace_id: workspaceId,
    bucket_id: bucketId,
    from,
    before,
    number,
    limit: page.limit,
  });
  return rows.map(({ number: _, ...row }, index) => ({
    ...row,
    isLatest: row.key !== rows[index - 1]?.key && (row.key !== from || number === PRESENT),
  }));
}
