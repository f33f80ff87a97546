import { type QuotaChange, QuotaResource } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { listQuotas } from "../billing/index.ts";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

const HOURS_PER_MONTH = 730;
/** The clocks of this process and of the database may differ by as much. */
const SKEW_MS = 1_000;

// The price of some resources, with what will be charged once what runs now has succeeded. Others of the organization may
// be bought or given up while a change is rehearsed, so they are not counted. Buckets are charged by their names, and
// policies of backups by their own ids.
const hourly = statement(
  "plan_hourly",
  `SELECT CASE WHEN $organization_id::text IS NULL THEN '0'
               ELSE resources_hourly($organization_id, $resource_ids::text[]
                    || ARRAY(SELECT name FROM bucket
                              WHERE $workspace_id::bigint IS NOT NULL AND workspace_id = $workspace_id::bigint
                                AND bucket_id = ANY ($resource_ids::text[]))
                    || ARRAY(SELECT policy_id FROM backup_policy
                              WHERE $workspace_id::bigint IS NOT NULL AND workspace_id = $workspace_id::bigint
                                AND vm_id = ANY ($resource_ids::text[])))::text
               END AS hourly,
          (SELECT w.currency FROM wallet w WHERE w.organization_id = $organization_id) AS currency, now() AS began,
          clock_timestamp() AS at`,
  { present: ["hourly"] },
);

// A resource that is being deleted may be charged until it is gone.
const charged = statement(
  "plan_charged",
  `SELECT c.resource_id, (s.hourly_price * c.quantity)::text AS hourly
     FROM charge c CROSS JOIN LATERAL price_of($organization_id, c.sku_code, now()) AS s
    WHERE c.workspace_id = $workspace_id::bigint AND c.charged_until IS NULL
      AND c.resource_id = ANY ($resource_ids::text[])`,
  { present: ["hourly"] },
);

const difference = statement(
  "plan_difference",
  `SELECT trim_scale(d.hourly)::text AS hourly_delta,
          trim_scale(round(d.hourly * ${HOURS_PER_MONTH}, 8))::text AS monthly_delta
     FROM (SELECT $hourly_after::numeric - $hourly_before::numeric
                - coalesce((SELECT sum(e.hourly::numeric) FROM unnest($ends::text[]) AS e (hourly)), 0) AS hourly) d`,
  { present: ["hourly_delta", "monthly_delta"] },
);

/** What the resources of a change cost and how much of each quota is used, in one state. */
export interface Totals {
  readonly hourly: string;
  readonly currency: string | null;
  /** The time in which the rehearsal ran, in milliseconds. */
  readonly during: { readonly from: number; readonly until: number };
  readonly quotas: readonly {
    readonly resource: QuotaResource;
    readonly limit: number | null;
    readonly used: number;
  }[];
}

export async function readTotals(
  sql: Sql,
  { organizationId, workspaceId }: Pick<Rehearsed, "organizationId" | "workspaceId">,
  resource_ids: readonly string[],
): Promise<Totals> {
  const limit = QuotaResource.options.length;
  const [row, quotas] = await Promise.all([
    sql.one(hourly, { organization_id: organizationId, workspace_id: workspaceId, resource_ids }),
    workspaceId === null ? [] : listQuotas(sql, workspaceId, { after: "", limit }),
  ]);
  const { began, at, ...cost } = row;
  return { ...cost, quotas, during: { from: began.getTime() - SKEW_MS, until: at.getTime() + SKEW_MS } };
}

/** What resources with these ids cost per hour in the present state. */
export async function readCharged({ rehearsal, organizationId, workspaceId }: Rehearsed, ids: readonly string[]) {
  return workspaceId === null || organizationId === null || ids.length === 0
    ? []
    : rehearsal.sql.query(charged, {
        organization_id: organizationId,
        workspace_id: workspaceId,
        resource_ids: [...ids],
      });
}

/** @param ends what will be charged no more, of what still costs after the change */
export async function costBetween(sql: Sql, before: Totals, after: Totals, ends: readonly string[]) {
  const currency = after.currency ?? before.currency;
  if (before.hourly === after.hourly && ends.length === 0) return { hourly_delta: "0", monthly_delta: "0", currency };
  const row = await sql.one(difference, {
    hourly_after: after.hourly,
    hourly_before: before.hourly,
    ends: [...ends],
  });
  return { ...row, currency };
}

export function quotasBetween(before: Totals, after: Totals): QuotaChange[] {
  return after.quotas.flatMap(({ resource, limit, used }) => {
    const was = before.quotas.find((quota) => quota.resource === resource)?.used ?? 0;
    return was === used ? [] : [{ resource, used: was, limit, after: used }];
  });
}
