import { type RowOf, statement } from "@fulmar/prisma";
import type { EmbeddedHandler } from "../bucket/by-backend.ts";
import { keysWithPrefix } from "../embedded/object-list.ts";
import { findNamed, type NamedConfiguration, type SetConfiguration, setNamed } from "./bucket-configuration.ts";
import { expiryLimit, LifecycleRules, toLifecycleRecord, toLifecycleRule } from "./lifecycle-rules.ts";

export const getBucketLifecycle: EmbeddedHandler<"bucketLifecycle.get", NamedConfiguration> = {
  find: (context, { bucket_name }) => findNamed(context, bucket_name, "lifecycle"),
  answer: async ({ document }, _, { bucket_name }) => ({
    name: bucket_name,
    rules: document === null ? [] : LifecycleRules.parse(document).map(toLifecycleRecord),
  }),
};

export const putBucketLifecycle: EmbeddedHandler<"bucketLifecycle.put", SetConfiguration> = {
  find: (context, { bucket_name, rules }) =>
    setNamed(context, bucket_name, "lifecycle", rules.length === 0 ? undefined : rules.map(toLifecycleRule)),
  answer: async (_, __, { bucket_name, rules }) => ({
    name: bucket_name,
    rules: rules.map((rule) => toLifecycleRecord(toLifecycleRule(rule))),
  }),
};

/** The most objects that a preview looks at. */
export const MOST_COUNTED = 20_000;

const MATCHES = `l.tags @> $tags::jsonb AND ($larger_than::bigint IS NULL OR l.size > $larger_than)
              AND ($smaller_than::bigint IS NULL OR l.size < $smaller_than)`;
const EXPIRED = `${MATCHES} AND l.modified_at <= $modified_until::timestamptz`;

// It reads the first rows of the range, whatever the filter, so that a filter that few objects meet costs no more.
const preview = statement(
  "lifecycle_preview",
  `SELECT b.backend::text, c.* FROM bucket b CROSS JOIN LATERAL (
     SELECT count(*) AS looked,
            count(*) FILTER (WHERE ${MATCHES}) AS matching,
            coalesce(sum(l.size) FILTER (WHERE ${MATCHES}), 0)::bigint AS matching_size,
            count(*) FILTER (WHERE ${EXPIRED}) AS expired,
            coalesce(sum(l.size) FILTER (WHERE ${EXPIRED}), 0)::bigint AS expired_size
       FROM (SELECT o.size, o.tags, o.modified_at FROM object o
              WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id
                AND o.key >= $from::text COLLATE "C" AND o.key < $before::text COLLATE "C"
              ORDER BY o.key LIMIT $most::int + 1) l) c
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

export const previewBucketLifecycle: EmbeddedHandler<"bucketLifecycle.preview", RowOf<typeof preview>> = {
  find({ sql, workspace }, { bucket_name, rule: sent }) {
    const rule = toLifecycleRule(sent);
    return sql.maybe(preview, {
      workspace_id: workspace.id,
      name: bucket_name,
      ...keysWithPrefix(rule.prefix),
      tags: JSON.stringify(rule.tags),
      larger_than: rule.largerThan,
      smaller_than: rule.smallerThan,
      modified_until: expiryLimit(rule, new Date()) ?? "-infinity",
      most: MOST_COUNTED,
    });
  },
  answer: async (row, _, { bucket_name }) => ({
    name: bucket_name,
    matching: { object_count: Number(row.matching), total_size: Number(row.matching_size) },
    expired: { object_count: Number(row.expired), total_size: Number(row.expired_size) },
    is_complete: Number(row.looked) <= MOST_COUNTED,
  }),
};
