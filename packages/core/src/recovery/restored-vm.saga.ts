import { defineSaga, type SagaContext, type SettleContext } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import { failureOf } from "../block-storage/index.ts";
import { createVmWithVolumesSaga, type VmCreateInput } from "../compute/index.ts";
import { recordOf, rowAtHand, toRecord } from "../site/index.ts";
import { FENCED_MS, unlessFenced } from "../work/fence.ts";
import { defineProviderSaga } from "../work/provider-saga.ts";
import { bringPoint } from "./bring-point.ts";
import { fetchCopy } from "./copies/fetch-copy.ts";

const made = statement(
  "restored_vm_volumes",
  `SELECT volume_id, name, size_gb, type::text, ${recordOf({ volume: rowAtHand("volume") })} AS record FROM volume
    WHERE workspace_id = $workspace_id::bigint AND attached_vm_id = $attached_vm_id AND operation_id = $operation_id
    ORDER BY device_path`,
);

// They have not been made: their tombstones, which a trigger writes, are those of new volumes that failed.
const unmake = statement(
  "restored_vm_unmake_volumes",
  `UPDATE volume SET status = 'creating', attached_vm_id = NULL, device_path = NULL
    WHERE workspace_id = $workspace_id::bigint AND attached_vm_id = $attached_vm_id AND operation_id = $operation_id
      AND status = 'attaching'`,
);

const fail = statement(
  "restored_vm_fail_volumes",
  `WITH failed AS (
     UPDATE volume SET status = 'error', error_message = $error, operation_id = NULL, updated_at = now()
      WHERE workspace_id = $workspace_id::bigint AND operation_id = $operation_id AND status = 'creating'
     RETURNING volume_id
   )
   UPDATE volume_operation o SET status = 'failed', error = $error, completed_at = now() FROM failed
    WHERE o.workspace_id = $workspace_id::bigint AND o.volume_id = failed.volume_id AND o.operation_id = $operation_id
      AND o.completed_at IS NULL`,
);

function volumesOfVm(sql: Sql, { workspaceId, resourceId, operationId }: SagaContext<VmCreateInput>) {
  return sql.query(made, { workspace_id: workspaceId, attached_vm_id: resourceId, operation_id: operationId });
}

function backupOf({ backup }: VmCreateInput) {
  if (backup === undefined) throw new Error("a VM of a backup has a backup");
  return backup;
}

const { steps: fetchSteps } = defineProviderSaga<VmCreateInput>({
  name: "fetch-copy",
  steps: [
    {
      name: "fetch-copy",
      timeoutMs: 4 * 3_600_000,
      async do({ services, recovery, workspaceId, input, signal }) {
        const { copy_id: copyId = "", backup_id: backupId } = backupOf(input);
        await fetchCopy(services, recovery, { workspaceId, copyId, backupId }, signal);
        return undefined;
      },
      undo({ recovery, input, signal }) {
        const { vm_id, backup_id } = backupOf(input);
        return recovery.deleteBackup(vm_id, backup_id, signal);
      },
    },
  ],
});

const { steps: bringSteps } = defineProviderSaga<VmCreateInput>({
  name: "bring-point",
  steps: [
    {
      name: "bring-point",
      timeoutMs: 4 * 3_600_000,
      async do({ services, recovery, workspaceId, input, signal }) {
        const backup = backupOf(input);
        // A site that is held exports nothing.
        const source = await unlessFenced(services.provider(backup.brought?.provider ?? ""));
        if (source === undefined) return { waitMs: FENCED_MS };
        const from = { sql: services.database.sql, recovery: source.recovery };
        await bringPoint(from, recovery, { workspaceId, backup }, signal);
        return undefined;
      },
      undo({ recovery, input, signal }) {
        const { vm_id, backup_id } = backupOf(input);
        return recovery.deleteBackup(vm_id, backup_id, signal);
      },
    },
  ],
});

const { steps: fillSteps } = defineProviderSaga<VmCreateInput>({
  name: "restore-volumes",
  steps: [
    {
      name: "restore-data-volumes",
      timeoutMs: 3_600_000,
      async do(context) {
        const { kind = "backup", vm_id: vmId, backup_id: pointId, volumes = {} } = backupOf(context.input);
        for (const volume of await volumesOfVm(context.services.database.sql, context)) {
          const { volume_id, name, size_gb: sizeGb, type, record } = volume;
          const point = { kind, pointId, vmId, volumeId: volumes[volume_id] ?? "" };
          const spec = { name, sizeGb, type, source: null, point, record: toRecord(record) };
          await context.volumes.createVolume(volume_id, spec, context.signal);
        }
        return undefined;
      },
      async undo(context) {
        for (const { volume_id } of await volumesOfVm(context.services.database.sql, context))
          await context.volumes.deleteVolume(volume_id, context.signal);
      },
    },
  ],
});

const { steps, settle } = createVmWithVolumesSaga;
const beforeAttaching = steps.findIndex(({ name }) => name === "attach-volumes");

/** Ends the create. The volumes of one that failed are in `error`: half of what they had is nothing to keep. */
async function settleRestored(transaction: Transaction, context: SettleContext<VmCreateInput>): Promise<void> {
  if (context.outcome !== "succeeded") {
    const { workspaceId: workspace_id, operationId: operation_id } = context;
    await transaction.sql.query(unmake, { workspace_id, operation_id, attached_vm_id: context.resourceId });
    await transaction.sql.query(fail, { workspace_id, operation_id, error: failureOf(context) });
  }
  await settle?.(transaction, context);
}

/** Creates a VM of a backup or a snapshot at its site, with volumes that have what those of it had. */
export const createVmOfBackupSaga = defineSaga({
  ...createVmWithVolumesSaga,
  name: "create-vm-of-backup",
  timeoutMs: 2 * 3_600_000,
  steps: steps.toSpliced(beforeAttaching, 0, ...fillSteps),
  settle: settleRestored,
});

/** The same, of a copy in a bucket, which becomes a backup at the site until the create has ended. */
export const createVmOfCopySaga = defineSaga({
  ...createVmOfBackupSaga,
  name: "create-vm-of-copy",
  timeoutMs: 8 * 3_600_000,
  steps: [...fetchSteps, ...createVmOfBackupSaga.steps],
});

/** The same, of a snapshot or a backup at another site, which becomes a backup at this one until the create has ended. */
export const createVmElsewhereSaga = defineSaga({
  ...createVmOfBackupSaga,
  name: "create-vm-elsewhere",
  timeoutMs: 8 * 3_600_000,
  steps: [...bringSteps, ...createVmOfBackupSaga.steps],
});
