import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { keysWithPrefix } from "../embedded/object-list.ts";
import type { S3Visitor } from "./s3-visitor.ts";

// A key learns of the buckets that it reaches.
const moved = lookup(
  "s3_visitor_moved",
  `SELECT r.endpoint_url, r.region FROM bucket b JOIN storage_region r ON r.region = b.region
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend <> 'embedded' AND b.deleted_at IS NULL
      AND ($all_buckets::boolean OR EXISTS (
        SELECT FROM access_key k
          JOIN access_key_bucket a ON a.workspace_id = k.workspace_id AND a.credential_id = k.credential_id
         WHERE k.access_key_id = $access_key_id AND a.workspace_id = b.workspace_id AND a.bucket_id = b.bucket_id))
      AND EXISTS (SELECT FROM bucket_move m
                   WHERE m.workspace_id = b.workspace_id AND m.bucket_id = b.bucket_id AND m.from_backend = 'embedded'
                     AND m.switched_at IS NOT NULL)`,
);

/** Where a bucket is now that was in the embedded store. */
interface MovedBucket {
  readonly region: string;
  readonly endpoint: string;
}

/** Where a bucket of the visitor's workspace has moved to from this store. Undefined if it has not. */
export async function movedTo(
  sql: Sql,
  { workspaceId, accessKeyId, allBuckets }: Pick<S3Visitor, "workspaceId" | "accessKeyId" | "allBuckets">,
  bucketName: string,
): Promise<MovedBucket | undefined> {
  const row = await sql.maybe(moved, {
    workspace_id: workspaceId,
    name: bucketName,
    all_buckets: allBuckets,
    access_key_id: accessKeyId,
  });
  return row === undefined || row.endpoint_url === null
    ? undefined
    : { region: row.region, endpoint: row.endpoint_url };
}

const list = statement(
  "access_key_buckets",
  `SELECT b.name, b.region, b.created_at FROM access_key k
     JOIN bucket b ON b.workspace_id = k.workspace_id AND b.backend = 'embedded' AND b.deleted_at IS NULL
    WHERE k.access_key_id = $access_key_id AND (k.all_buckets OR EXISTS (
      SELECT FROM access_key_bucket r
       WHERE r.workspace_id = k.workspace_id AND r.credential_id = k.credential_id AND r.bucket_id = b.bucket_id))
      AND b.name >= $from::text COLLATE "C" AND b.name < $before::text COLLATE "C" AND b.name > $after::text COLLATE "C"
      AND ($region::text IS NULL OR b.region = $region)
    ORDER BY b.name COLLATE "C" LIMIT $limit`,
);

/** A bucket in the list of an S3 client. */
type ReachedBucket = RowOf<typeof list>;

interface BucketPage {
  readonly prefix: string;
  /** Null for all regions. */
  readonly region: string | null;
  /** The last name of the page before. */
  readonly after: string;
  readonly limit: number;
}

/** The buckets that an access key reaches, ordered by name, at most `limit`. */
export function reachedBuckets(
  sql: Sql,
  accessKeyId: string,
  { prefix, region, after, limit }: BucketPage,
): Promise<ReachedBucket[]> {
  const { from, before } = keysWithPrefix(prefix);
  return sql.query(list, { access_key_id: accessKeyId, from, before, after, region, limit });
}
