import { lookup, type RowOf, type Sql } from "@fulmar/prisma";
import { z } from "zod";
import type { EncryptingBucket } from "../embedded/object-encryption.ts";
import type { Versioning } from "../embedded/object-versions.ts";
import type { DefaultRetention } from "../settings/bucket-configuration.ts";

/** A bucket as the S3 API reads it. */
export interface StoreBucket extends EncryptingBucket {
  readonly organizationId: string;
  readonly name: string;
  readonly region: string;
  readonly isPublic: boolean;
  readonly lockEnabled: boolean;
  /** Whether nothing may be written for a moment, because it moves to another region. */
  readonly isFrozen: boolean;
  /** Whether what is sent counts as the bucket's transfer. What the CDN fetches does not: it counts what it sends. */
  readonly countsTransfer: boolean;
  /** The retention of objects that are written without one. Null if there is none. */
  readonly defaultRetention: DefaultRetention | null;
  readonly versioning: Versioning;
  /** The bucket policy as it was sent. Null if there is none. */
  readonly policy: string | null;
  /** Whether only keys of the workspace may use it, whatever its policy allows (AWS: RestrictPublicBuckets). */
  readonly restrictsPublic: boolean;
}

/** The columns of a StoreBucket, of a bucket `b` and its workspace `w`. */
export const bucketColumns = `w.workspace_id, w.organization_id, b.bucket_id, b.name AS bucket_name, b.region, b.is_public,
                       b.bucket_lock_enabled,
  b.retention_mode::text, b.retention_days, b.retention_years, b.versioning::text, b.sealed_key, b.moving,
  (SELECT jsonb_object_agg(c.kind, c.document) FROM bucket_configuration c
    WHERE c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id
      AND c.kind IN ('encryption', 'policy', 'publicAccessBlock')) AS configurations`;

/** The configurations that each request to a bucket obeys, by kind. */
const Configurations = z.object({
  encryption: z.object({}).optional(),
  policy: z.object({ text: z.string() }).optional(),
  publicAccessBlock: z.object({ RestrictPublicBuckets: z.boolean() }).optional(),
});

const byWorkspace = lookup(
  "s3_visitor_of_workspace",
  `SELECT ${bucketColumns} FROM workspace w
     LEFT JOIN bucket b ON b.workspace_id = w.workspace_id AND b.name = $name AND b.backend = 'embedded'
      AND b.deleted_at IS NULL
    WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL`,
);

// The first in the line for a name, which may be a workspace whose bucket is gone since a few days. A deleted bucket
// keeps its place until its row is gone, and leaves it to its workspace then
// (prisma/migrations/20270101040200_plain_paths).
const oldest = lookup(
  "s3_visitor_oldest",
  `SELECT ${bucketColumns} FROM (
     (SELECT o.workspace_id, o.created_at AS since FROM bucket o WHERE o.name = $name AND o.backend = 'embedded'
       ORDER BY o.created_at, o.bucket_id LIMIT 1)
     UNION ALL
     (SELECT p.workspace_id, p.held_since FROM plain_path p WHERE p.name = $name AND p.held_until > now()
       ORDER BY p.held_since LIMIT 1)
     ORDER BY since LIMIT 1
   ) first JOIN workspace w ON w.workspace_id = first.workspace_id AND w.deleted_at IS NULL
     JOIN bucket b ON b.workspace_id = first.workspace_id AND b.name = $name AND b.backend = 'embedded'
      AND b.deleted_at IS NULL`,
);

/** Undefined if the row has no bucket. */
export function toBucket(row: RowOf<typeof byWorkspace> | RowOf<typeof oldest>): StoreBucket | undefined {
  const { workspace_id: workspaceId, bucket_id: bucketId, bucket_name: name, region, retention_mode: mode } = row;
  if (bucketId === null || name === null || region === null) return undefined;
  const { encryption, policy, publicAccessBlock } = Configurations.parse(row.configurations ?? {});
  const restrictsPublic = publicAccessBlock?.RestrictPublicBuckets === true;
  return {
    ...{
      workspaceId,
      organizationId: row.organization_id,
      bucketId,
      name,
      region,
      isPublic: row.is_public === true && !restrictsPublic,
      restrictsPublic,
      policy: policy?.text ?? null,
      encrypts: encryption !== undefined,
      sealedKey: row.sealed_key,
      versioning: row.versioning,
      lockEnabled: row.bucket_lock_enabled === true,
      isFrozen: row.moving === "frozen",
      countsTransfer: true,
    },
    defaultRetention: mode === null ? null : { mode, days: row.retention_days, years: row.retention_years },
  };
}

/**
 * The bucket that an unsigned request names. Without a workspace it is the first one of the name, so that nobody
 * takes over the plain path of another's bucket, also after its deletion (docs/adr/0048). The caller checks what
 * everyone may do with it.
 */
export async function unsignedBucket(
  sql: Sql,
  workspaceId: bigint | undefined,
  bucketName: string,
): Promise<StoreBucket | undefined> {
  const [row] =
    workspaceId === undefined
      ? await sql.query(oldest, { name: bucketName })
      : await sql.query(byWorkspace, { workspace_id: workspaceId, name: bucketName });
  return row && toBucket(row);
}
