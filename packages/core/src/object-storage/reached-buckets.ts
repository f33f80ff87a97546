import { type Sql, statement } from "@fulmar/prisma";

/** A bucket as an S3 client sees it in its list. */
export interface ReachedBucket {
  name: string;
  region: string;
  created_at: Date;
}

const list = statement(
  "access_key_buckets",
  `SELECT b.name, b.region, b.created_at FROM access_key k JOIN bucket b ON b.workspace_id = k.workspace_id
    WHERE k.access_key_id = $1 AND (k.all_buckets OR EXISTS (
      SELECT FROM access_key_bucket r WHERE r.workspace_id = k.workspace_id AND r.credential_id = k.credential_id AND r.bucket_id = b.bucket_id))
    ORDER BY b.name COLLATE "C"`,
);

/** The buckets that an access key reaches, in the order of their names. */
export function reachedBuckets(sql: Sql, accessKeyId: string): Promise<ReachedBucket[]> {
  return sql.query(list, [accessKeyId]);
}
