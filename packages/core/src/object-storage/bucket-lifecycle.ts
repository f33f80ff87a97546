import { statement } from "@fulmar/prisma";
import type { WorkspaceHandler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { readNamed, setNamed } from "./bucket-configuration.ts";
import { expiryLimit, LifecycleRules, toLifecycleRecord, toLifecycleRule } from "./lifecycle-rules.ts";
import { keysWithPrefix } from "./object-list.ts";

export const getBucketLifecycle: WorkspaceHandler<"bucketLifecycle.get"> = async (
  { sql, workspace },
  { bucket_name },
) => {
  const { document } = await readNamed(sql, workspace.id, bucket_name, "lifecycle");
  const rules = document === null ? [] : LifecycleRules.parse(document);
  return { name: bucket_name, rules: rules.map(toLifecycleRecord) };
};

export const putBucketLifecycle: WorkspaceHandler<"bucketLifecycle.put"> = async (
  { sql, workspace },
  { bucket_name, rules: sent },
) => {
  const rules = sent.map(toLifecycleRule);
  await setNamed(sql, workspace.id, bucket_name, "lifecycle", rules.length === 0 ? undefined : rules);
  return { name: bucket_name, rules: rules.map(toLifecycleRecord) };
};

/** The most objects that a preview looks at. */
export const MOST_COUNTED = 20_000;

const MATCHES = "l.tags @> $5::jsonb AND ($6::bigint IS NULL OR l.size > $6) AND ($7::bigint IS NULL OR l.size < $7)";
const EXPIRED = `${MATCHES} AND l.modified_at <= $8::timestamptz`;

// It reads the first rows of the range, whatever the filter, so that a filter that few objects meet costs no more.
const preview = statement(
  "lifecycle_preview",
  `SELECT c.* FROM bucket b CROSS JOIN LATERAL (
     SELECT count(*) AS looked,
            count(*) FILTER (WHERE ${MATCHES}) AS matching, coalesce(sum(l.size) FILTER (WHERE ${MATCHES}), 0)::bigint AS matching_size,
            count(*) FILTER (WHERE ${EXPIRED}) AS expired, coalesce(sum(l.size) FILTER (WHERE ${EXPIRED}), 0)::bigint AS expired_size
       FROM (SELECT o.size, o.tags, o.modified_at FROM object o
              WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id AND o.key >= $3::text COLLATE "C" AND o.key < $4::text COLLATE "C"
              ORDER BY o.key LIMIT $9::int + 1) l) c
    WHERE b.workspace_id = $1::bigint AND b.name = $2 AND b.backend = 'embedded' AND b.deleted_at IS NULL`,
);

export const previewBucketLifecycle: WorkspaceHandler<"bucketLifecycle.preview"> = async (
  { sql, workspace },
  { bucket_name, rule: sent },
) => {
  const rule = toLifecycleRule(sent);
  const { from, before } = keysWithPrefix(rule.prefix);
  const [row] = await sql.query(preview, [
    ...([
      workspace.id,
      bucket_name,
      from,
      before,
      JSON.stringify(rule.tags),
      rule.largerThan,
      rule.smallerThan,
    ] as const),
    ...([expiryLimit(rule, new Date()) ?? null, MOST_COUNTED] as const),
  ]);
  if (row === undefined) throw notFound("bucket");
  return {
    name: bucket_name,
    matching: { object_count: Number(row.matching), total_size: Number(row.matching_size) },
    expired: { object_count: Number(row.expired), total_size: Number(row.expired_size) },
    is_complete: Number(row.looked) <= MOST_COUNTED,
  };
};
