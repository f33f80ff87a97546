// Plans of changes of a group: what a worker will do is done in the transaction that is taken back (docs/adr/0076).
import type { VmGroupScaling } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../../request/context.ts";
import { startVm, stopVm } from "../power-vm.ts";
import { type Group, membersOf } from "./group-rows.ts";
import { makeMembers, removeMembers } from "./members.ts";
import { isToStart, isToStop } from "./power.ts";
import type { Power } from "./power-times.ts";
import { scalingOf } from "./scaling-rules.ts";

// For VMs that an operation holds, which are removed when it has ended.
const foretold = statement(
  "vm_group_foretell",
  `UPDATE vm SET status = 'deleted', deleted_at = now(), operation_id = NULL
    WHERE workspace_id = $workspace_id::bigint AND vm_id = ANY ($vm_ids::text[])`,
);

/**
 * In a plan, does what a worker will do: it makes, replaces and removes until the group is as it should be. A change
 * leaves that to the worker.
 * @param rules those that begin to act: the plan has the most that they can remove, and the most that they can make
 */
export async function foretell(
  context: RequestContext,
  group: Group,
  rules: VmGroupScaling | null = null,
): Promise<void> {
  if (!context.rehearsed || group.paused) return;
  const { generation, vm_group_id } = group;
  const least = rules?.min_count ?? group.desired_count;
  const staying = (await membersOf(context, vm_group_id)).filter(({ status }) => status !== "deleting");
  const kept = staying.filter((member) => member.generation === generation && member.status !== "error");
  const going = [
    ...staying.filter((member) => !kept.includes(member)),
    // The newest go first.
    ...kept.toSorted((a, b) => (a.vm_id < b.vm_id ? 1 : -1)).slice(0, Math.max(0, kept.length - least)),
  ];
  // Each was asked for above, or will be when it is made.
  const unasked = { ...context, admit: async () => undefined };
  await makeMembers(unasked, group, Math.max(0, (rules?.max_count ?? least) - Math.min(kept.length, least)));
  const busy = going.filter(({ operation_id }) => operation_id !== null);
  await removeMembers(
    context,
    group,
    going.filter((member) => !busy.includes(member)),
  );
  if (busy.length > 0)
    await context.sql.query(foretold, { workspace_id: context.workspace.id, vm_ids: busy.map(({ vm_id }) => vm_id) });
}

/**
 * In a plan, stops or starts the VMs of a group as a worker will do, and what a group that starts does then. A change
 * leaves that to the worker.
 */
export async function foretellPower(context: RequestContext, group: Group, power: Power): Promise<void> {
  if (!context.rehearsed || group.paused) return;
  const members = await membersOf(context, group.vm_group_id);
  const free = members.filter(({ operation_id }) => operation_id === null);
  if (power === "stopped") {
    for (const { vm_id } of free.filter(isToStop)) await stopVm(context, "cloud", { vm_id, force: false });
    return;
  }
  for (const { vm_id } of free.filter(isToStart)) await startVm(context, "cloud", { vm_id });
  await foretell(context, group, scalingOf(group));
}
