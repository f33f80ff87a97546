import type { Configuration } from "@fulmar/config";
import type { Acceptance, VmType } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Database, queryOf, type RowOf, statement } from "@fulmar/prisma";
import { accountSuspended, budgetHolds } from "../billing/index.ts";
import type { Workspace } from "../request/caller.ts";
import type { RequestContext } from "../request/context.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { SuspensionPolicy, WorkerServices } from "../work/worker-services.ts";
import { givingWay, MAY_BE_STOPPED, PLACE, type PlacedVm, powerBySystem, recordPower } from "./power-by-system.ts";
import { startVm } from "./power-vm.ts";

const BATCH = 500;

/** Metering suspends by the wallet's funds, which an external billing service does not use. */
export function suspensionPolicyOf({
  suspensionPolicy,
  suspensionGraceHours,
  billingUrl,
}: Pick<Configuration, "suspensionPolicy" | "suspensionGraceHours" | "billingUrl">): SuspensionPolicy {
  const counted = billingUrl === undefined ? (["operator", "metering", "dunning"] as const) : (["operator"] as const);
  return { by: suspensionPolicy === "stop" ? counted : [], graceHours: suspensionGraceHours };
}

const suspended = (wallet: string, by: string, hours: string) =>
  `${wallet}.suspended_by = ANY (${by}::text[]) AND ${wallet}.suspended_at <= now() - ${hours}::int * interval '1 hour'`;

const due = statement(
  "suspension_due",
  `SELECT ${PLACE}
     FROM wallet s JOIN organization o USING (organization_id) JOIN workspace w USING (organization_id)
     JOIN vm v USING (workspace_id)
    WHERE ${suspended("s", "$suspended_by", "$grace_hours")} AND ${MAY_BE_STOPPED}
    ORDER BY v.vm_id LIMIT ${BATCH}`,
);

// Holds the suspension: a payment waits, or has come before.
const hold = statement(
  "suspension_hold",
  `SELECT s.suspended_reason FROM wallet s
    WHERE s.organization_id = $organization_id AND ${suspended("s", "$suspended_by", "$grace_hours")} FOR SHARE`,
);

/**
 * Stops the VMs of organizations that have been suspended for longer than the grace. Nothing that holds data is
 * deleted.
 */
export const stopSuspended: Reconciler<WorkerServices> = {
  name: "stop-suspended",
  everyMs: 60_000,
  async run({ database, suspensionPolicy }, signal) {
    const { by, graceHours } = suspensionPolicy;
    if (by.length === 0) return;
    const running = await database.sql.query(due, { suspended_by: [...by], grace_hours: graceHours });
    throwAll(await workOn(running, (vm) => stop(database, vm, suspensionPolicy), signal));
  },
};

function stop(database: Database, vm: PlacedVm, { by, graceHours }: SuspensionPolicy): Promise<void> {
  return givingWay(database, async (sql) => {
    const { organization_id } = vm;
    const suspension = await sql.maybe(hold, { suspended_by: [...by], grace_hours: graceHours, organization_id });
    if (suspension === undefined) return;
    await powerBySystem(sql, vm, "stop");
    const detail = `The organization is suspended: ${suspension.suspended_reason}`;
    await recordPower(sql, vm, { verb: "stop", by: "billing", detail });
  });
}

const whatHolds = statement(
  "vm_start_holds",
  `SELECT s.suspended_by, extract(epoch FROM now() - s.suspended_at)::float8 AS seconds,
          (SELECT b.name FROM budgets_holding($workspace_id::bigint, $vm_id, now()) AS b LIMIT 1) AS budget
     FROM (SELECT) AS one LEFT JOIN wallet s ON s.organization_id = $organization_id AND s.suspended_at IS NOT NULL`,
);

/** The question what keeps a VM stopped. It travels with BEGIN. */
export function holdsQuery({ id, organizationId }: Workspace, { vm_id }: { readonly vm_id: string }) {
  return queryOf(whatHolds, { workspace_id: id, organization_id: organizationId, vm_id });
}

/**
 * Starts a VM, unless it would be stopped again.
 * @param rows the result of `holdsQuery`
 * @throws DomainError 404, 409, 403
 */
export async function startUnlessHeld(
  context: RequestContext,
  type: VmType,
  input: Parameters<typeof startVm>[2],
  [holds]: readonly RowOf<typeof whatHolds>[],
): Promise<Acceptance> {
  const acceptance = await startVm(context, type, input);
  const { by, graceHours } = suspensionPolicyOf(context.configuration);
  const { suspended_by = null, seconds = null, budget = null } = holds ?? {};
  const stops = by.some((one) => one === suspended_by) && seconds !== null && seconds >= graceHours * 3600;
  if (stops) throw accountSuspended("start the VM");
  if (budget !== null) throw budgetHolds(budget);
  return acceptance;
}
