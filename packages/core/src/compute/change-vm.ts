import {
  type Acceptance,
  HELD_ACTIONS,
  type OperationAction,
  statusesAllowing,
  type VmAction,
  type VmStatus,
  type VmType,
} from "@fulmar/contract";
import { OPERATION_CHANNEL, type Saga } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/wire-form.ts";
import type { InWorkspace } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { type ProviderSagaInput, sagaValues } from "../work/provider-saga.ts";
import { restorableUntil } from "../work/restore-window.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { refuseVmChange } from "./vm-guards.ts";

/** The fields that a change adds to the input of its saga. `name`, `provider` and `before` come from the VM. */
type Addition<Input> = Omit<Input, keyof ProviderSagaInput | "before">;

interface VmChange<Input extends ProviderSagaInput> {
  readonly type: VmType;
  readonly vm_id: string;
  readonly action: VmAction & OperationAction;
  /** The states that allow it. Default: those that allow the action to the VM's owner. */
  readonly from?: readonly VmStatus[];
  /** The VM's state while the operation runs; null when it stays the same. */
  readonly meanwhile: VmStatus | null;
  readonly saga: Pick<Saga<WorkerServices, Input>, "name" | "timeoutMs">;
  /** The name of the saga in its place where the workspace keeps what is deleted. Default: it makes no difference. */
  readonly keeping?: string;
  readonly input: Addition<Input>;
}

// One round trip checks and updates the VM, adds the operation and notifies a worker. It returns no row when the VM
// does not exist, its state does not allow the change, another operation holds it, its site does not support the
// change, it is protected from it, or an operator holds it.
const change = statement(
  "vm_change",
  `WITH target AS (
     SELECT v.vm_id, v.name, v.status, s.provider,
            CASE WHEN $keeping::text IS NOT NULL AND v.status <> 'error'
                   THEN ${restorableUntil("$workspace_id::bigint")} END AS restorable_until
       FROM vm v JOIN site s ON s.site_id = v.site_id
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type
        AND v.status = ANY ($status::vm_status[]) AND v.operation_id IS NULL
        AND $action <> ALL (s.unsupported) AND NOT ($action = 'delete' AND v.deletion_protection)
        AND NOT (v.held_at IS NOT NULL AND $refused_while_held)
        FOR UPDATE OF v
   ), moved AS (
     UPDATE vm v
        SET status = coalesce($meanwhile::vm_status, v.status), operation_id = $operation_id, updated_at = now()
       FROM target WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = target.vm_id
     RETURNING v.vm_id
   ), accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $operation_id, $workspace_id::bigint, target.vm_id, $type || '_vm', $action,
            CASE WHEN target.restorable_until IS NULL THEN $saga ELSE $keeping END,
            $input::jsonb || jsonb_build_object('name', target.name, 'provider', target.provider, 'before',
                                                target.status)
              || CASE WHEN target.restorable_until IS NULL THEN '{}'
                      ELSE jsonb_build_object('restorable_until', target.restorable_until) END,
            now() + $timeout_ms::int * interval '1 millisecond'
       FROM target JOIN moved ON moved.vm_id = target.vm_id
     RETURNING operation_id, submitted_at
   )
   SELECT accepted.submitted_at, target.restorable_until, pg_notify('${OPERATION_CHANNEL}', accepted.operation_id)::text
     FROM accepted, target`,
);

/** After a refusal, the VM's state may change before its reason is queried. The change is then tried again. */
const ATTEMPTS = 3;

/**
 * Hands a change of a VM to the worker. One conditional update both checks and changes the state.
 * Requests and schedules use it.
 * @throws DomainError 404, or 409 with the reason and the operation that holds the VM
 */
export async function changeVm<Input extends ProviderSagaInput>(
  context: InWorkspace,
  request: VmChange<Input>,
): Promise<Acceptance> {
  const { type, vm_id, action, from = statusesAllowing(action), meanwhile, saga, keeping, input } = request;
  const operation_id = newId("op");
  for (let attempt = 1; ; attempt++) {
    const row = await context.sql.maybe(change, {
      workspace_id: context.workspace.id,
      vm_id,
      type,
      status: from,
      meanwhile,
      operation_id,
      action,
      refused_while_held: (HELD_ACTIONS as readonly string[]).includes(action),
      ...sagaValues(saga, input),
      keeping,
    });
    if (row !== undefined) return toAcceptance(operation_id, vm_id, row.submitted_at, row.restorable_until);
    await refuseVmChange(context, request, attempt >= ATTEMPTS);
  }
}

export function toAcceptance(
  operation_id: string,
  vm_id: string,
  submitted_at: Date,
  restorable_until: Date | null = null,
): Acceptance {
  const acceptance = { operation_id, vm_id, status: "accepted", submitted_at: toTimestamp(submitted_at) };
  return restorable_until === null ? acceptance : { ...acceptance, restorable_until: toTimestamp(restorable_until) };
}
