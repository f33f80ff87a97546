import type { VmStatus, VmType } from "@fulmar/contract";
import type { Reconciler, SagaContext } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import { releaseVolumes } from "../block-storage/index.ts";
import type { RequestContext } from "../request/context.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { changeVm } from "./change-vm.ts";
import { vmKeepSaga } from "./keep-vm.saga.ts";
import { shutDownInstance } from "./power-vm.ts";
import type { VmInput } from "./vm-guards.ts";
import { heldBy, OF_OPERATION, releaseVm } from "./vm-state.ts";

// Clears keys and user data, which may hold secrets and are no longer needed.
const forget = statement(
  "vm_forget",
  `UPDATE vm SET status = 'deleted', deleted_at = now(), updated_at = now(), operation_id = NULL,
                 public_ip = NULL, private_ip = NULL, ssh_keys = '{}', user_data = NULL, sealed_user_data = NULL,
                 keep_backups = $keep_backups::boolean, keep_snapshots = $keep_snapshots::boolean
    WHERE ${OF_OPERATION}`,
);

const markLost = statement(
  "vm_mark_lost",
  `UPDATE vm SET status = 'error', failed_operation_id = $failed_operation_id, private_ip = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND operation_id = $failed_operation_id
      AND status = 'deleting'`,
);

const SAGA = "vm-delete";

interface VmDeleteInput extends ProviderSagaInput {
  /** The state to return to if the VM cannot be deleted. */
  readonly before: VmStatus;
  /** Absent in the operations of an earlier version, as the next. */
  readonly keep_backups?: boolean;
  readonly keep_snapshots?: boolean;
}

/**
 * Deletes a VM that is running, stopped or in error. Its volumes, addresses and reserved IPs are released at the end. A
 * workspace with a deletion window keeps the VM itself, unless it is in error.
 * @throws DomainError 404, 409
 */
export function deleteVm(
  context: RequestContext,
  type: VmType,
  { vm_id, keep_backups, keep_snapshots }: VmInput<"delete">,
) {
  return changeVm<VmDeleteInput>(context, {
    type,
    vm_id,
    action: "delete",
    meanwhile: "deleting",
    saga: { name: SAGA },
    keeping: vmKeepSaga.name,
    input: { keep_backups, keep_snapshots },
  });
}

/** Ends everything that exists only with a VM, in the transaction that makes the VM `deleted`. */
export type EndWithVm = (sql: Sql, workspaceId: bigint, vmId: string) => Promise<void>;

/** running|stopped|error → deleting → deleted. The commit that makes the VM `deleted` also releases its dependents. */
export const vmDeleteSaga = (endWithVm: EndWithVm) =>
  defineProviderSaga<VmDeleteInput>({
    name: SAGA,
    steps: [
      shutDownInstance,
      {
        name: "delete-instance",
        pointOfNoReturn: true,
        async do({ compute, resourceId, signal }) {
          await compute.deleteInstance(resourceId, signal);
          return undefined;
        },
        // A deleted instance cannot be restored, so the VM does not return to its former state.
        async undo(context) {
          const found = await context.compute.findInstances([context.resourceId], context.signal);
          if (found.length === 0) await markVmLost(context.services.database.sql, context);
        },
      },
    ],
    settle: (transaction, context) =>
      context.outcome === "succeeded"
        ? forgetVm(transaction, context, endWithVm)
        : releaseVm(transaction, context, context.input.before),
  });

/**
 * Makes a VM `deleted`, releases its volumes and ends everything that exists only with it. It locks volumes, VM and
 * recovery points in the same order as requests do, to avoid deadlocks.
 */
async function forgetVm(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext<VmDeleteInput>,
  endWithVm: EndWithVm,
): Promise<void> {
  const { workspaceId, resourceId } = context;
  await releaseVolumes(sql, workspaceId, resourceId);
  const { keep_backups = false, keep_snapshots = false } = context.input;
  await sql.query(forget, { ...heldBy(context), keep_backups, keep_snapshots });
  await endWithVm(sql, workspaceId, resourceId);
}

/** Records that a VM's instance is gone although its deletion failed. */
async function markVmLost(sql: Sql, context: SagaContext): Promise<void> {
  await sql.query(markLost, {
    workspace_id: context.workspaceId,
    vm_id: context.resourceId,
    failed_operation_id: context.operationId,
  });
}

const BATCH = 500;

const purge = statement(
  "vm_purge",
  `DELETE FROM vm WHERE (workspace_id, vm_id) IN (
     SELECT workspace_id, vm_id FROM vm WHERE deleted_at < now() - interval '7 days' AND restorable_until IS NULL
        AND NOT (keep_backups AND EXISTS (
              SELECT FROM backup b
               WHERE b.workspace_id = vm.workspace_id AND b.vm_id = vm.vm_id AND b.deleted_at IS NULL))
        AND NOT EXISTS (
              SELECT FROM snapshot_set s
               WHERE s.workspace_id = vm.workspace_id AND s.vm_id = vm.vm_id AND s.deleted_at IS NULL AND s.outlives_vm)
      LIMIT $limit)
   RETURNING 1`,
);

/** Removes VMs 7 days after their deletion, and once no backup or snapshot of theirs is kept. Their operations stay as history. */
export const purgeDeletedVms: Reconciler<WorkerServices> = {
  name: "purge-deleted-vms",
  everyMs: 600_000,
  async run({ database }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; ) {
      purged = (await database.sql.query(purge, { limit: BATCH })).length;
    }
  },
};
