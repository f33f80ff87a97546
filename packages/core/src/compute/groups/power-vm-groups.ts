import { statement } from "@fulmar/prisma";
import { budgetHolds } from "../../billing/index.ts";
import type { Handler, InWorkspace, RequestContext } from "../../request/context.ts";
import { foretellPower } from "./foretell.ts";
import { actsAs, CHANGED, holdVmGroup, MINE, readVmGroup } from "./group-rows.ts";
import { UNTIL_STARTED } from "./power.ts";
import type { Power } from "./power-times.ts";

// VMs that somebody has started since the group was stopped are stopped by another stop.
const setPower = statement(
  "vm_group_set_power",
  `WITH anew AS (
     UPDATE vm_group_member m SET power_operation_id = NULL FROM vm v
      WHERE m.workspace_id = $workspace_id::bigint AND m.vm_group_id = $vm_group_id AND $power = 'stopped'
        AND v.workspace_id = m.workspace_id AND v.vm_id = m.vm_id AND v.status NOT IN ('stopping', 'stopped')
   )
   UPDATE vm_group g SET power = $power, power_reason = $power_reason, power_done_at = now(),
          power_decisions = power_decisions + 1, ${CHANGED} WHERE ${MINE}`,
);

const holding = statement(
  "vm_group_start_holds",
  "SELECT b.name FROM budgets_holding_group($workspace_id::bigint, $vm_group_id, now()) AS b LIMIT 1",
  { present: ["name"] },
);

/** Stops or starts the VMs of a group: a worker does it. */
export function powerVmGroup(power: Power): Handler<"vmGroup.stop"> & Handler<"vmGroup.start"> {
  return async (context: RequestContext, { vm_group_id }: { readonly vm_group_id: string }) => {
    await holdVmGroup(context, vm_group_id);
    if (power === "running") await refuseHeld(context, vm_group_id);
    const power_reason = power === "stopped" ? `${context.caller.name} has stopped it. ${UNTIL_STARTED}` : null;
    const values = { workspace_id: context.workspace.id, vm_group_id, power, power_reason };
    await context.sql.query(setPower, { ...values, ...actsAs(context) });
    await foretellPower(context, await holdVmGroup(context, vm_group_id), power);
    return readVmGroup(context, vm_group_id);
  };
}

/** @throws DomainError 403 while a spent budget keeps the group stopped: it would be stopped again */
async function refuseHeld({ sql, workspace }: InWorkspace, vm_group_id: string): Promise<void> {
  const budget = await sql.maybe(holding, { workspace_id: workspace.id, vm_group_id });
  if (budget !== undefined) throw budgetHolds(budget.name, "group of VMs");
}
