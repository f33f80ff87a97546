import {
  type Blocker,
  heldRefusal,
  type OperationById,
  type OperationId,
  type ParsedInput,
  type VmAction,
  type VmType,
  vmRefusal,
} from "@fulmar/contract";
import { type Query, queryOf, type RowOf, statement } from "@fulmar/prisma";
import type { Workspace } from "../request/caller.ts";
import type { InWorkspace } from "../request/context.ts";
import { conflict, type DomainError, deletionProtected, found } from "../request/domain-error.ts";
import { unsupportedBySite, unsupportedFeature } from "../site/index.ts";

/** The operations that cloud and GPU VMs share. */
export type VmVerb = Exclude<
  OperationId extends infer Id ? (Id extends `cloudVm.${infer Verb}` ? Verb : never) : never,
  "createTerminal"
>;
export type VmInput<Verb extends VmVerb> = ParsedInput<OperationById<`cloudVm.${Verb}`>>;

const vmWithOperation = statement(
  "vm_with_operation",
  `SELECT v.status::text, v.operation_id, v.deletion_protection, v.held_reason, o.action, s.unsupported FROM vm v
     JOIN site s ON s.site_id = v.site_id
     LEFT JOIN operation o ON o.operation_id = v.operation_id AND o.workspace_id = v.workspace_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

/** `unsupported` lists what the VM's site does not support. */
type VmWithOperation = RowOf<typeof vmWithOperation>;

/** The refusal of a change while another operation holds the VM (409). @param blockers that operation */
export function vmHeld(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "operation_in_progress",
    "Another operation is under way on the VM; wait until it has ended, then try again.",
    blockers,
  );
}

/** The name of a VM type in sentences. */
export function vmNoun(type: VmType): string {
  return type === "gpu" ? "GPU VM" : "cloud VM";
}

/** Reads the state of a VM that decides whether an action is refused. @throws DomainError 404 */
export async function readVmWithOperation(
  { sql, workspace }: InWorkspace,
  type: VmType,
  vm_id: string,
): Promise<VmWithOperation> {
  return found(await sql.maybe(vmWithOperation, { workspace_id: workspace.id, vm_id, type }), vmNoun(type));
}

/** @throws DomainError 409 when the VM's state does not allow the action, or an operator holds the VM */
export function refuseByState(
  vm: Pick<VmWithOperation, "status" | "operation_id" | "action" | "held_reason">,
  action: VmAction,
): void {
  const held = vm.status === "deleted" ? null : heldRefusal(vm.held_reason, action);
  const refusal = held ?? vmRefusal(vm.status, action);
  if (refusal !== null) throw conflict(refusal.code, refusal.reason, blockersOf(vm));
}

interface VmRequest {
  readonly type: VmType;
  readonly vm_id: string;
  readonly action: VmAction;
}

/**
 * Refuses a change of a VM with the reason.
 * @param certain whether there is a reason; if false, the reason may have passed, and then nothing is thrown
 * @throws DomainError 404 or 409
 */
export async function refuseVmChange(
  context: InWorkspace,
  { type, vm_id, action }: VmRequest,
  certain: boolean,
): Promise<void> {
  const vm = await readVmWithOperation(context, type, vm_id);
  const unsupported = unsupportedFeature(vm.unsupported, action);
  if (unsupported !== undefined) throw unsupportedBySite(unsupported);
  refuseByState(vm, action);
  if (action === "delete" && vm.deletion_protection) throw deletionProtected("VM");
  if (vm.operation_id !== null || certain) throw vmHeld(blockersOf(vm));
}

/**
 * Checks a VM that the transaction has locked, so its state cannot change.
 * @throws DomainError 409 when its state does not allow the change, or an operation holds it
 */
export async function requireChangeable(
  context: InWorkspace,
  request: VmRequest,
  vm: Pick<VmWithOperation, "status" | "operation_id" | "held_reason">,
): Promise<void> {
  const refusal = heldRefusal(vm.held_reason, request.action) ?? vmRefusal(vm.status, request.action);
  if (vm.operation_id !== null || refusal !== null) await refuseVmChange(context, request, true);
}

type Holding = Pick<VmWithOperation, "operation_id" | "action">;

/** The operation that holds the VM, if any. */
function blockersOf({ operation_id: id, action }: Holding): Blocker[] | undefined {
  return id === null ? undefined : [{ type: "operation", id, name: action ?? "operation" }];
}

const lock = statement(
  "vm_lock",
  `SELECT name, status::text, operation_id, disk_gb, rescue_enabled, tags, deletion_protection,
          held_reason FROM vm
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND type = $type::vm_type FOR NO KEY UPDATE`,
);

/** A VM that is locked until the transaction ends. */
export type LockedVm = RowOf<typeof lock>;

/** Locks a VM for a change that depends on its state. */
export function lockQuery(workspace: Workspace, type: VmType, vm_id: string): Query<"vm_lock"> {
  return queryOf(lock, { workspace_id: workspace.id, vm_id, type });
}
