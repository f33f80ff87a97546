import type { UsageGrouping } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { CURRENCY_COLUMN } from "./currency.ts";

const MOST_MS = 366 * 24 * 3_600_000;

interface Grouping {
  readonly day?: string;
  readonly type?: string;
  readonly id?: string;
  readonly tag?: string;
}

/**
 * The statements of a grouping: for a workspace, and for one of its resources, which has an index of its own.
 */
function byColumns<const Name extends UsageGrouping>(name: Name, grouping: Grouping) {
  return {
    all: usageOf(`usage_list_${name}`, grouping, "$resource_id::text IS NULL"),
    one: usageOf(`usage_list_${name}_of_resource`, grouping, "u.resource_id = $resource_id::text"),
  };
}

/** The records of a resource are added up before its tags are looked up. */
const withTags = (records: string) => `FROM (
                 SELECT u.resource_type, u.resource_id, u.sku_code, sum(u.quantity * u.seconds) AS quantity,
                        1 AS seconds, sum(u.amount) AS amount
                   ${records} GROUP BY u.resource_type, u.resource_id, u.sku_code) AS u
               LEFT JOIN LATERAL (SELECT DISTINCT tag FROM unnest(CASE u.resource_type
                 WHEN 'bucket' THEN (
                   SELECT b.tags FROM bucket b WHERE b.workspace_id = $workspace_id::bigint AND b.name = u.resource_id)
                 WHEN 'load_balancer' THEN (
                   SELECT l.tags FROM load_balancer l
                    WHERE l.workspace_id = $workspace_id::bigint AND l.load_balancer_id = u.resource_id)
                 ELSE (SELECT v.tags FROM vm v WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = u.resource_id)
                 END) AS each (tag)) AS tagged ON true`;

/** Columns outside the grouping are null. Lines are ordered by `position`, which has tags as hexadecimal digits. */
function usageOf<const Name extends string>(
  name: Name,
  { day = "NULL", type = "NULL", id = "NULL", tag = "NULL" }: Grouping,
  which: string,
) {
  const position = `concat_ws('|', line.day, line.resource_type, line.resource_id, encode(convert_to(line.tag, 'UTF8'), 'hex'), line.sku_code) COLLATE "C"`;
  const records = `FROM usage_record u
              WHERE u.workspace_id = $workspace_id::bigint AND u.hour >= $since AND u.hour < $until AND ${which}`;
  return statement(
    name,
    `SELECT line.*, ${CURRENCY_COLUMN}, ${position} AS position
       FROM (SELECT ${day}::text AS day, ${type}::text AS resource_type, ${id}::text AS resource_id,
                    ${tag}::text AS tag, u.sku_code,
                    trim_scale(round(sum(u.quantity * u.seconds) / 3600, 8))::text AS quantity_hours,
                    trim_scale(sum(u.amount))::text AS amount
               ${tag === "NULL" ? records : withTags(records)}
              GROUP BY 1, 2, 3, 4, 5) AS line
      WHERE ${position} > $after
      ORDER BY position LIMIT $limit`,
    { present: ["currency"] },
  );
}

const lists = {
  sku: byColumns("sku", {}),
  resource: byColumns("resource", { type: "u.resource_type", id: "u.resource_id" }),
  day: byColumns("day", { day: "(u.hour AT TIME ZONE 'UTC')::date" }),
  tag: byColumns("tag", { tag: "tagged.tag" }),
} as const;

/** Usage has no balance: that is for the console. */
export const listUsage: Handler<"usage.list"> = async (
  { sql, workspace },
  { limit, cursor, from, to, group_by, resource_id },
) => {
  const until = to === undefined ? new Date() : new Date(to);
  const last = new Date(until.getTime() - 1);
  const since = from === undefined ? new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth())) : new Date(from);
  if (since > until) throw invalidField("from", "must not be later than to");
  if (until.getTime() - since.getTime() > MOST_MS) throw invalidField("from", "must be at most 366 days before to");
  const rows = await sql.query(lists[group_by][resource_id === undefined ? "all" : "one"], {
    workspace_id: workspace.id,
    since,
    until,
    after: decodeCursor(cursor, /^[A-Za-z0-9._|-]+$/) ?? "",
    limit: limit + 1,
    resource_id,
  });
  return toPage(
    rows,
    limit,
    (row) => row.position,
    ({ position, ...line }) => line,
  );
};
