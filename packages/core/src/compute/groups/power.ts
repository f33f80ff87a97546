// When the VMs of a group are stopped and started (docs/adr/0161).
import { type Query, queryOf, statement } from "@fulmar/prisma";
import type { InWorkspace } from "../../request/context.ts";
import { type Group, type Member, MINE } from "./group-rows.ts";
import { type Power, powerScheduleOf } from "./power-times.ts";
import { latestTime } from "./schedule.ts";

/** The end of the reason why a group is stopped. */
export const UNTIL_STARTED = "Until it starts, it makes, heals, scales and replaces no VMs.";

/** What a time of the schedule says, with the sentence for the audit trail. */
interface PowerStep {
  readonly power: Power;
  readonly reason: string;
}

/** What the schedule says of the latest time that has passed and is not done. Null if there is none. */
export function duePower(group: Pick<Group, "power_schedule" | "power_done_at" | "now">): PowerStep | null {
  const schedule = powerScheduleOf(group);
  if (schedule === null) return null;
  const { times, timezone } = schedule;
  const latest = latestTime(times, timezone, { doneAt: group.power_done_at, now: group.now });
  if (latest === undefined) return null;
  return { power: latest.power, reason: `The schedule says ${latest.power} from ${latest.time} on (${timezone}).` };
}

const done = statement(
  "vm_group_power_done",
  `UPDATE vm_group g SET power_done_at = $now::timestamptz, power_decisions = power_decisions + 1
    WHERE ${MINE} AND g.revision = $revision::bigint`,
);

/** What the schedule of a group changes now. Null if nothing: a time that changes nothing is done. */
export async function decidePower({ sql, workspace }: InWorkspace, group: Group): Promise<PowerStep | null> {
  const step = duePower(group);
  if (step === null || step.power !== group.power) return step;
  const { vm_group_id, now, revision } = group;
  await sql.query(done, { workspace_id: workspace.id, vm_group_id, now, revision });
  return null;
}

const decided = statement(
  "vm_group_power_decided",
  `UPDATE vm_group g SET power_done_at = $now::timestamptz, power_reason = $power_reason WHERE ${MINE}`,
);

/** Notes what a schedule has done, in the transaction of its change. */
export function powerDecidedQuery(workspace_id: bigint, group: Group, { power, reason }: PowerStep): Query {
  const power_reason = power === "stopped" ? `${reason} ${UNTIL_STARTED}` : null;
  return queryOf(decided, { workspace_id, vm_group_id: group.vm_group_id, now: group.now, power_reason });
}

const sent = statement(
  "vm_group_member_power",
  `UPDATE vm_group_member m SET power_operation_id = $operation_id
    WHERE m.workspace_id = $workspace_id::bigint AND m.vm_group_id = $vm_group_id AND m.vm_id = $vm_id`,
);

/** Notes that the group stops or starts one of its VMs, in the transaction of the change. */
export function powerSentQuery(workspace_id: bigint, group: Group, vm_id: string, operation_id: string): Query {
  return queryOf(sent, { workspace_id, vm_group_id: group.vm_group_id, vm_id, operation_id });
}

type PowerOfMember = Pick<Member, "status" | "power_action" | "power_failed">;

/** Whether a stopped group stops the VM now: once, so that one that somebody starts since runs on. */
export function isToStop({ status, power_action, power_failed }: PowerOfMember): boolean {
  return status === "running" && (power_action !== "stop" || power_failed === true);
}

/** Whether a group that runs starts the VM: the group has stopped it, and nobody has since it was started again. */
export function isToStart({ status, power_action, power_failed }: PowerOfMember): boolean {
  return status === "stopped" && (power_action === "stop" || (power_action === "start" && power_failed === true));
}
