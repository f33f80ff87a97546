// What the cloud itself stops and starts: VMs of suspended organizations, of spent budgets, and those that an operator
// stopped (docs/adr/0121, docs/adr/0122).
import type { VmType } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import type { Workspace } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { changeVm } from "./change-vm.ts";
import { vmStartSaga, vmStopSaga } from "./power-vm.ts";

/** The columns of a VM `v`, its workspace `w` and its organization `o` that the functions below take. */
export const PLACE = `v.vm_id, v.type::text, w.workspace_id, w.name AS workspace_name, o.organization_id,
          o.name AS organization_name`;

/** A stop or start that failed is tried again after this time. Others do not wait for it meanwhile. */
export const AGAIN = "interval '10 minutes'";

/** The condition that the VM `v` runs, that nothing holds it, and that no stop of it failed lately. */
export const MAY_BE_STOPPED = `v.status = 'running' AND v.operation_id IS NULL AND v.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM operation p
                       WHERE p.workspace_id = v.workspace_id AND p.resource_id = v.vm_id AND p.action = 'stop'
                         AND p.status IN ('failed', 'timed_out') AND p.finished_at > now() - ${AGAIN})`;

/** A row of `PLACE`. */
export interface PlacedVm {
  readonly vm_id: string;
  readonly type: VmType;
  readonly workspace_id: bigint;
  readonly workspace_name: string;
  readonly organization_id: string;
  readonly organization_name: string;
}

const audit = statement(
  "power_by_system_audit",
  auditEvent({
    ...bySystem("$by"),
    organization_id: "$organization_id",
    workspace_id: "$workspace_id::bigint",
    action: "$type || 'Vm.' || $verb",
    resource_id: "$resource_id",
    detail: "$detail",
    result: "202",
  }),
);

/** Runs a transaction that gives way to an operation that holds the VM: a later run stops or starts it. */
export async function givingWay(
  database: Pick<Database, "transaction">,
  work: (sql: Sql) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction(({ sql }) => work(sql));
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
  }
}

/** The workspace in which a VM is changed. */
export function workspaceOf({ workspace_id, workspace_name, organization_id, organization_name }: PlacedVm): Workspace {
  return {
    ...{ id: workspace_id, name: workspace_name },
    ...{ organizationId: organization_id, organizationName: organization_name },
  };
}

/**
 * Stops or starts a VM by an operation.
 * @returns the id of the operation
 * @throws DomainError conflict
 */
export async function powerBySystem(sql: Sql, vm: PlacedVm, verb: "start" | "stop"): Promise<string> {
  const workspace = workspaceOf(vm);
  const { type, vm_id } = vm;
  const how =
    verb === "stop"
      ? ({ meanwhile: "stopping", saga: vmStopSaga, input: { force: false } } as const)
      : ({ meanwhile: "starting", saga: vmStartSaga, input: {} } as const);
  const { operation_id } = await changeVm({ sql, workspace }, { type, vm_id, action: verb, ...how });
  return operation_id;
}

/** Writes into the audit trail what was stopped or started, and why. */
export async function recordPower(
  sql: Sql,
  { organization_id, workspace_id, type, vm_id: resource_id }: PlacedVm,
  { verb, by, detail }: { readonly verb: "start" | "stop"; readonly by: string; readonly detail: string },
): Promise<void> {
  await sql.query(audit, {
    ...{ audit_event_id: newId("aud"), organization_id, workspace_id, type, resource_id, verb, by, detail },
  });
}
