import type { VmStatus } from "@fulmar/contract";
import type { SagaContext } from "@fulmar/engine";
import { type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { releaseVolumes } from "../block-storage/index.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { shutDownInstance } from "./power-vm.ts";
import { heldBy, OF_OPERATION, releaseVm } from "./vm-state.ts";

const volumes = statement(
  "vm_keep_volumes",
  `SELECT volume_id, device_path FROM volume
    WHERE workspace_id = $workspace_id::bigint AND attached_vm_id = $attached_vm_id ORDER BY volume_id
    FOR NO KEY UPDATE`,
  // A volume with a VM always has a device.
  { present: ["device_path"] },
);

// A trigger adds the networks, addresses, firewall groups and pools that the VM leaves.
const keep = statement(
  "vm_keep",
  `UPDATE vm
      SET status = 'deleted', deleted_at = now(), updated_at = now(), operation_id = NULL,
          restorable_until = $restorable_until::timestamptz, kept_links = $kept_links::jsonb,
          keep_backups = $keep_backups::boolean, keep_snapshots = $keep_snapshots::boolean
    WHERE ${OF_OPERATION}`,
);

interface VmKeepInput extends ProviderSagaInput {
  /** The state to return to if the VM cannot be stopped, and when it is restored. */
  readonly before: VmStatus;
  /** An ISO text: the end of the window, as it was when the deletion was asked for. */
  readonly restorable_until: string;
  /** Absent in the operations of an earlier version, as the next. */
  readonly keep_backups?: boolean;
  readonly keep_snapshots?: boolean;
}

/**
 * running|stopped → deleting → deleted, for a workspace that keeps what is deleted: the instance stays, stopped and
 * without its volumes. The commit that makes the VM `deleted` releases its volumes and addresses for others.
 */
export const vmKeepSaga = defineProviderSaga<VmKeepInput>({
  name: "vm-keep",
  steps: [
    shutDownInstance,
    {
      name: "release-volumes",
      async do(context) {
        for (const { volume_id } of await attached(context.services.database.sql, context))
          await unlessGone(context.volumes.detachVolume(volume_id, context.resourceId, context.signal));
        return undefined;
      },
      async undo(context) {
        for (const { volume_id, device_path: devicePath } of await attached(context.services.database.sql, context))
          await unlessGone(
            context.volumes.attachVolume(volume_id, { vmId: context.resourceId, devicePath }, context.signal),
          );
      },
    },
  ],
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? keepVm(transaction, context)
      : releaseVm(transaction, context, context.input.before),
});

/** The volumes of a VM with their devices. */
function attached(sql: Sql, { workspaceId, resourceId }: SagaContext): Promise<RowOf<typeof volumes>[]> {
  return sql.query(volumes, { workspace_id: workspaceId, attached_vm_id: resourceId });
}

/**
 * Makes a VM `deleted` and restorable, and writes down what it leaves. Locks the volumes before the VM, as requests
 * do.
 */
async function keepVm({ sql }: Pick<Transaction, "sql">, context: SagaContext<VmKeepInput>): Promise<void> {
  const { workspaceId, resourceId, input } = context;
  const links = { running: input.before === "running", volumes: await attached(sql, context) };
  await releaseVolumes(sql, workspaceId, resourceId);
  await sql.query(keep, {
    ...heldBy(context),
    restorable_until: input.restorable_until,
    kept_links: JSON.stringify(links),
    keep_backups: input.keep_backups ?? false,
    keep_snapshots: input.keep_snapshots ?? false,
  });
}
