import { statement } from "@fulmar/prisma";
import type { WorkspaceHandler } from "../../request/context.ts";
import { found } from "../../request/domain-error.ts";
import { keysWithPrefix } from "../embedded/object-list.ts";
import { readNamed, setNamed } from "./bucket-configuration.ts";
import { expiryLimit, LifecycleRules, toLifecycleRecord, toLifecycleRule } from "./lifecycle-rules.ts";

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

const MATCHES = `l.tags @> $tags::jsonb AND ($larger_than::bigint IS NULL OR l.size > $larger_than)
              AND ($smaller_than::bigint IS NULL OR l.size < $smaller_than)`;
const EXPIRED = `${MATCHES} AND l.modified_at <= $modified_until::timestamptz`;

// It reads the first rows of the range, whatever the filter, so that a filter that few objects meet costs no more.
const preview = statement(
  "lifecycle_preview",
  `SELECT c.* FROM bucket b CROSS JOIN LATERAL (
     SELECT count(*) AS looked,
            count(*) FILTER (WHERE ${MATCHES}) AS matching,
            coalesce(sum(l.size) FILTER (WHERE ${MATCHES}), 0)::bigint AS matching_size,
            count(*) FILTER (WHERE ${EXPIRED}) AS expired,
            coalesce(sum(l.size) FILTER (WHERE ${EXPIRED}), 0)::bigint AS expired_size
       FROM (SELECT o.size, o.tags, o.modified_at FROM object o
              WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id
                AND o.key >= $from::text COLLATE "C" AND o.key < $before::text COLLATE "C"
              ORDER BY o.key LIMIT $most::int + 1) l) c
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend = 'embedded'
      AND b.deleted_at IS NULL`,
);

export const previewBucketLifecycle: WorkspaceHandler<"bucketLifecycle.preview"> = async (
  { sql, workspace },
  { bucket_name, rule: sent },
) => {
  const rule = toLifecycleRule(sent);
  const row = found(
    await sql.maybe(preview, {
      workspace_id: workspace.id,
      name: bucket_name,
      ...keysWithPrefix(rule.prefix),
      tags: JSON.stringify(rule.tags),
      larger_than: rule.largerThan,
      smaller_than: rule.smallerThan,
      modified_until: expiryLimit(rule, new Date()) ?? "-infinity",
      most: MOST_COUNTED,
    }),
    "bucket",
  );
  return {
    name: bucket_name,
    matching: { object_count: Number(row.matching), total_size: Number(row.matching_size) },
    expired: { object_count: Number(row.expired), total_size: Number(row.expired_size) },
    is_complete: Number(row.looked) <= MOST_COUNTED,
  };
};
