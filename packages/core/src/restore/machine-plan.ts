import { type Sql, statement } from "@fulmar/prisma";
import type { StrangerMachine } from "@fulmar/providers";
import { soldTo } from "../catalog/index.ts";
import { conflict } from "../request/domain-error.ts";

const BUYER = "(SELECT w.organization_id FROM workspace w WHERE w.workspace_id = $workspace_id::bigint)";

const offered = statement(
  "adoption_plans",
  `SELECT p.plan_id, p.name, p.sku_code, p.cpu, p.ram_mb, p.disk_gb FROM plan p LEFT JOIN sku s USING (sku_code)
    WHERE p.type = 'cloud' AND p.retired_at IS NULL AND ${soldTo(BUYER)} AND $site_id = ANY (p.site_ids)
    ORDER BY s.hourly_price NULLS LAST, p.position`,
);

/** The plan that an adopted machine is charged as. */
export interface MachinePlan {
  readonly planId: string;
  readonly name: string;
  readonly skuCode: string;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
}

/**
 * The named plan, or the cheapest of the site that covers a machine's CPUs and memory. Gigabytes of disk beyond it are
 * charged separately, as for every VM.
 * @throws DomainError 409 that says what to name
 */
export async function planFor(
  sql: Sql,
  machine: StrangerMachine,
  {
    siteId,
    workspaceId,
    planId,
    force,
  }: {
    readonly siteId: string;
    readonly workspaceId: bigint;
    readonly planId?: string | undefined;
    readonly force: boolean;
  },
): Promise<MachinePlan> {
  const plans = (await sql.query(offered, { site_id: siteId, workspace_id: workspaceId })).map((row) => ({
    planId: row.plan_id,
    name: row.name,
    skuCode: row.sku_code,
    cpu: row.cpu,
    ramMb: row.ram_mb,
    diskGb: row.disk_gb,
  }));
  const covers = (plan: MachinePlan) => plan.cpu >= (machine.cpu ?? 0) && plan.ramMb >= (machine.ramMb ?? 0);
  if (planId === undefined) {
    const missing = [...(machine.cpu === null ? ["CPUs"] : []), ...(machine.ramMb === null ? ["memory"] : [])];
    if (missing.length > 0)
      throw conflict(
        "plan_missing",
        `The machine ${machine.name} has no limit of ${missing.join(" and ")}; name the plan that it is charged as.`,
      );
    const plan = plans.find(covers);
    if (plan !== undefined) return plan;
    throw conflict(
      "plan_missing",
      `No plan of the site covers ${machine.cpu} CPUs and ${machine.ramMb} MB of memory; ` +
        "name one, and adopt it with force.",
    );
  }
  const named = plans.find((plan) => plan.planId === planId);
  if (named === undefined) throw conflict("plan_missing", `The site offers no cloud plan ${planId}; name another one.`);
  if (covers(named) || force) return named;
  throw conflict(
    "plan_too_small",
    `The machine ${machine.name} has ${machine.cpu ?? "all"} CPUs and ${machine.ramMb ?? "all"} MB of memory, more ` +
      `than the plan ${planId}; name a larger one, or adopt it with force.`,
  );
}
