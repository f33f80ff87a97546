// What a group makes and removes: by the same functions as a request for a VM, with an audit event of its own.
import { type Query, queryOf, statement } from "@fulmar/prisma";
import { auditEvent } from "../../request/audit-event.ts";
import type { RequestContext } from "../../request/context.ts";
import { newId } from "../../request/identifiers.ts";
import { createCloudVm } from "../create/create-vm.ts";
import { deleteVm } from "../delete-vm.ts";
import { freeNumbers, type Group, type Member, memberInput } from "./group-rows.ts";

const join = statement(
  "vm_group_member_insert",
  `INSERT INTO vm_group_member (workspace_id, vm_group_id, number, generation, vm_id)
   VALUES ($workspace_id::bigint, $vm_group_id, $number::int, $generation::int, $vm_id)`,
);

/** Takes a new VM into its group. Two workers cannot take the same number. */
export function joinQuery(
  workspace_id: bigint,
  { vm_group_id, generation }: Pick<Group, "vm_group_id" | "generation">,
  number: number,
  vm_id: string,
): Query {
  return queryOf(join, { workspace_id, vm_group_id, number, generation, vm_id });
}

const audit = statement(
  "vm_group_audit",
  auditEvent({
    organization_id: "$organization_id",
    workspace_id: "$workspace_id::bigint",
    actor: { type: "'system'", id: "$vm_group_id", name: "$actor_name" },
    action: "$action",
    resource_id: "$vm_id",
    result: "202",
  }),
);

/** The name of a group as the author of what it does. */
export function groupActor(name: string): string {
  return `VM group ${name}`;
}

type Named = Pick<Group, "vm_group_id" | "name">;

function record(
  { send, workspace, requestId }: RequestContext,
  { vm_group_id, name }: Named,
  action: "cloudVm.create" | "cloudVm.delete",
  vm_id: string,
): void {
  send(
    queryOf(audit, {
      ...{ audit_event_id: newId("aud"), request_id: requestId },
      ...{ organization_id: workspace.organizationId, workspace_id: workspace.id },
      ...{ vm_group_id, actor_name: groupActor(name), action, vm_id },
    }),
  );
}

/**
 * Makes VMs of a group, within the request that asks for more of them.
 * @throws DomainError as the create of a VM: nothing is made then
 */
export async function makeMembers(context: RequestContext, group: Group, count: number): Promise<void> {
  if (count === 0) return;
  for (const number of await freeNumbers(context, group.vm_group_id, count)) {
    const { vm_id } = await createCloudVm(context, memberInput(context.configuration.secrets, group, number));
    context.send(joinQuery(context.workspace.id, group, number, vm_id));
    record(context, group, "cloudVm.create", vm_id);
  }
}

/** Deletes VMs of a group, within a request. @throws DomainError as the deletion of a VM */
export async function removeMembers(
  context: RequestContext,
  group: Named,
  members: readonly Pick<Member, "vm_id">[],
): Promise<void> {
  for (const { vm_id } of members) {
    await deleteVm(context, "cloud", { vm_id, keep_backups: false, keep_snapshots: false });
    record(context, group, "cloudVm.delete", vm_id);
  }
}
