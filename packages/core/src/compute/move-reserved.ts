import { type Sql, statement } from "@fulmar/prisma";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";
import { changeVm } from "./change-vm.ts";
import { vmMoveSaga } from "./move-vm.saga.ts";
import { type PlacedVm, workspaceOf } from "./power-by-system.ts";

const audit = statement(
  "vm_move_audit",
  auditEvent({
    ...bySystem("$by"),
    organization_id: "$organization_id",
    workspace_id: "$workspace_id::bigint",
    action: "$type || 'Vm.move'",
    resource_id: "$resource_id",
    detail: "$detail",
    result: "202",
  }),
);

/** A VM with what it does. */
interface MovedVm extends PlacedVm {
  readonly running: boolean | null;
  /** Whether it moves while it runs. */
  readonly live: boolean | null;
}

/**
 * Begins to move a VM to a host at which its place is reserved, and writes that into the audit trail.
 * @param reserved the names of both hosts
 * @param how the reconciler, and why, for who reads the trail
 * @throws DomainError conflict
 */
export async function moveToReserved(
  sql: Sql,
  vm: MovedVm,
  reserved: { readonly from_host: string; readonly to_host: string },
  how: { readonly by: string; readonly detail: string },
): Promise<void> {
  const { type, vm_id, workspace_id, organization_id } = vm;
  const live = vm.live === true;
  await changeVm(
    { sql, workspace: workspaceOf(vm) },
    {
      ...{ type, vm_id, action: "move", saga: vmMoveSaga, input: { ...reserved, live } },
      meanwhile: vm.running === true && !live ? "rebooting" : null,
    },
  );
  const event = { audit_event_id: newId("aud"), organization_id, workspace_id, type, resource_id: vm_id };
  await sql.query(audit, { ...event, ...how });
}
