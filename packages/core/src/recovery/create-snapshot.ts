import type { Acceptance, OperationById, ParsedInput, VmStatus, VmType } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { changeVm, releaseVm } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { recordOf, rowAtHand, toRecord } from "../site/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import {
  artifactsOutput,
  CAPTURE_STATUS,
  CaptureArtifacts,
  type CapturedVolume,
  liveVolumes,
  parseDataVolumes,
  volumesOf,
} from "./captured-volumes.ts";

const insert = statement(
  "snapshot_set_insert",
  `INSERT INTO snapshot_set (snapshot_set_id, workspace_id, vm_id, operation_id, recovery_point_id, name, description,
                             capture_scope, data_volumes,
                             source_disk_size_gb, storage_backend, outlives_vm)
   SELECT $snapshot_set_id, v.workspace_id, v.vm_id, $operation_id, $recovery_point_id, $name, $description,
          $capture_scope::capture_scope, $data_volumes::jsonb, v.disk_gb, s.provider, $outlives_vm::boolean
     FROM vm v
     JOIN site s ON s.site_id = v.site_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id`,
);

// Locked in the order of the ids, as elsewhere, so that they stay attached until the transaction ends.
const namedVolumes = statement(
  "snapshot_named_volumes",
  `SELECT volume_id, name, size_gb, device_path, attached_vm_id FROM volume
    WHERE workspace_id = $workspace_id::bigint AND volume_id = ANY ($volume_ids::text[]) AND deleted_at IS NULL
    ORDER BY volume_id FOR SHARE`,
);

const begin = statement(
  "snapshot_begin",
  `UPDATE snapshot_set SET status = 'running', updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND snapshot_set_id = $snapshot_set_id AND status = 'queued'`,
);

const find = statement(
  "snapshot_capture_find",
  `SELECT vm_id, source_disk_size_gb, data_volumes, ${recordOf({ snapshot_set: rowAtHand("snapshot_set") })} AS record
     FROM snapshot_set WHERE workspace_id = $workspace_id::bigint AND snapshot_set_id = $snapshot_set_id`,
);

const end = statement(
  "snapshot_end",
  `UPDATE snapshot_set
      SET status = $status::capture_status, artifacts = $artifacts::jsonb, error_code = $error_code,
          error_message = $error_message, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND snapshot_set_id = $snapshot_set_id
      AND status IN ('queued', 'running')`,
);

type NamedVolume = RowOf<typeof namedVolumes>;

/** Accepts a snapshot of a VM's volumes. The VM keeps its state, but no other operation may begin meanwhile. */
export async function createSnapshot(
  context: RequestContext,
  type: VmType,
  { vm_id, volume_ids, capture_scope, name, description, outlives_vm }: ParsedInput<OperationById<"snapshot.create">>,
): Promise<Acceptance> {
  if (volume_ids.length > 0 && capture_scope !== "selective")
    throw invalidField("volume_ids", "can only be sent with capture_scope selective");
  const { sql, workspace } = context;
  const named = await lockNamedVolumes(context, volume_ids);
  const snapshot_set_id = newId("snap");
  // From here on the operation holds the VM, so its volumes do not change.
  const acceptance = await changeVm(context, {
    type,
    vm_id,
    action: "snapshot",
    meanwhile: null,
    saga: vmSnapshotSaga,
    input: { snapshot_set_id },
  });
  const volumes =
    capture_scope === "all_attached" ? await liveVolumes(sql, workspace.id, vm_id) : attachedTo(vm_id, named);
  await sql.query(insert, {
    workspace_id: workspace.id,
    vm_id,
    snapshot_set_id,
    operation_id: acceptance.operation_id,
    recovery_point_id: newId("rp"),
    name,
    description,
    capture_scope,
    data_volumes: JSON.stringify(volumes),
    outlives_vm,
  });
  return acceptance;
}

/** Locks the volumes that the request names, if any. @throws DomainError 404 */
async function lockNamedVolumes(
  { sql, workspace }: RequestContext,
  volumeIds: readonly string[],
): Promise<NamedVolume[]> {
  if (volumeIds.length === 0) return [];
  const found = await sql.query(namedVolumes, { workspace_id: workspace.id, volume_ids: volumeIds });
  if (found.length < new Set(volumeIds).size) throw notFound("volume");
  return found;
}

/**
 * The named volumes, ordered by device.
 * @throws DomainError 409 that names those that are not attached to the VM
 */
function attachedTo(vmId: string, named: readonly NamedVolume[]): CapturedVolume[] {
  const elsewhere = named.filter((volume) => volume.attached_vm_id !== vmId);
  if (elsewhere.length > 0) {
    const blockers = elsewhere.map((volume) => ({ type: "volume", id: volume.volume_id, name: volume.name }));
    throw conflict(
      "volume_not_attached",
      "Only volumes that are attached to the VM can be captured with it; attach them first.",
      blockers,
    );
  }
  const inOrder = named.toSorted((one, other) => ((one.device_path ?? "") < (other.device_path ?? "") ? -1 : 1));
  return inOrder.map(({ attached_vm_id, ...volume }) => volume);
}

interface VmSnapshotInput extends ProviderSagaInput {
  readonly snapshot_set_id: string;
  /** The VM's state, which does not change. */
  readonly before: VmStatus;
}

/** A snapshot goes queued → running → succeeded | failed | cancelled. The VM's state does not change. */
export const vmSnapshotSaga = defineProviderSaga<VmSnapshotInput>({
  name: "vm-snapshot",
  steps: [
    {
      name: "begin-snapshot",
      async do({ services, workspaceId, input }) {
        const { snapshot_set_id } = input;
        await services.database.sql.query(begin, { workspace_id: workspaceId, snapshot_set_id });
        return undefined;
      },
    },
    {
      name: "capture-volumes",
      timeoutMs: 300_000,
      async do({ recovery, services, workspaceId, resourceId, input, signal }) {
        const { snapshot_set_id } = input;
        const snapshot = await services.database.sql.one(find, { workspace_id: workspaceId, snapshot_set_id });
        const spec = { snapshotId: snapshot_set_id, record: toRecord(snapshot.record) };
        const volumes = volumesOf(parseDataVolumes(snapshot));
        const captured = await recovery.createSnapshot(resourceId, spec, volumes, signal);
        return { output: artifactsOutput(captured) };
      },
      undo: ({ recovery, resourceId, input, signal }) =>
        recovery.deleteSnapshot(resourceId, input.snapshot_set_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, failure, outputs, input, workspaceId } = context;
    const artifacts = outcome === "succeeded" ? CaptureArtifacts.parse(outputs["capture-volumes"]) : {};
    await transaction.sql.query(end, {
      workspace_id: workspaceId,
      snapshot_set_id: input.snapshot_set_id,
      status: CAPTURE_STATUS[outcome],
      artifacts: JSON.stringify(artifacts),
      error_code: failure?.code,
      error_message: failure?.message,
    });
    await releaseVm(transaction, context, input.before);
  },
});
