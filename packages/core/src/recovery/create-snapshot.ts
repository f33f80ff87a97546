import type { Acceptance, CaptureStatus, CreateSnapshot, VmStatus, VmType } from "@fulmar/contract";
import type { Failure } from "@fulmar/engine";
import { type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
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
                             source_disk_size_gb, storage_backend)
   SELECT $snapshot_set_id, v.workspace_id, v.vm_id, $operation_id, $recovery_point_id, $name, $description,
          $capture_scope::capture_scope, $data_volumes::jsonb, v.disk_gb, s.provider FROM vm v
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
  { vm_id: vmId, ...body }: CreateSnapshot & { readonly vm_id: string },
): Promise<Acceptance> {
  if (body.volume_ids.length > 0 && body.capture_scope !== "selective")
    throw invalidField("volume_ids", "can only be sent with capture_scope selective");
  const named = await lockNamedVolumes(context, body.volume_ids);
  const snapshotSetId = newId("snap");
  const request = {
    type,
    vmId,
    action: "snapshot",
    meanwhile: null,
    saga: vmSnapshotSaga,
    input: { snapshot_set_id: snapshotSetId },
  } as const;
  // From here on the operation holds the VM, so its volumes do not change.
  const acceptance = await changeVm(context, request);
  const { name, description, capture_scope: scope } = body;
  const volumes =
    scope === "all_attached" ? await liveVolumes(context.sql, context.workspace.id, vmId) : attachedTo(vmId, named);
  const { operation_id: operationId } = acceptance;
  await context.sql.query(insert, {
    workspace_id: context.workspace.id,
    vm_id: vmId,
    snapshot_set_id: snapshotSetId,
    operation_id: operationId,
    recovery_point_id: newId("rp"),
    name,
    description,
    capture_scope: scope,
    data_volumes: JSON.stringify(volumes),
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
 * Returns the named volumes ordered by device.
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
        await beginSnapshot(services.database.sql, workspaceId, input.snapshot_set_id);
        return undefined;
      },
    },
    {
      name: "capture-volumes",
      timeoutMs: 300_000,
      async do({ recovery, services, workspaceId, resourceId, input, signal }) {
        const { volumes, record } = await findSnapshot(services.database.sql, workspaceId, input.snapshot_set_id);
        const captured = await recovery.createSnapshot(
          resourceId,
          { snapshotId: input.snapshot_set_id, record },
          volumes,
          signal,
        );
        return { output: artifactsOutput(captured) };
      },
      undo: ({ recovery, resourceId, input, signal }) =>
        recovery.deleteSnapshot(resourceId, input.snapshot_set_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, failure, outputs, input, workspaceId } = context;
    const artifacts = outcome === "succeeded" ? CaptureArtifacts.parse(outputs["capture-volumes"]) : {};
    await endSnapshot(transaction, {
      workspaceId,
      snapshotSetId: input.snapshot_set_id,
      status: CAPTURE_STATUS[outcome],
      artifacts,
      failure,
    });
    await releaseVm(transaction, context, input.before);
  },
});

/** queued → running. Repeatable. */
async function beginSnapshot(sql: Sql, workspaceId: bigint, snapshotSetId: string): Promise<void> {
  await sql.query(begin, { workspace_id: workspaceId, snapshot_set_id: snapshotSetId });
}

/**
 * Reads a snapshot's volumes (root and data volumes of its scope) and its record.
 * @throws Error when there is no such snapshot
 */
async function findSnapshot(sql: Sql, workspaceId: bigint, snapshotSetId: string) {
  const [snapshot] = await sql.query(find, { workspace_id: workspaceId, snapshot_set_id: snapshotSetId });
  if (snapshot === undefined) throw new Error(`there is no snapshot ${snapshotSetId}`);
  return { volumes: volumesOf(parseDataVolumes(snapshot)), record: toRecord(snapshot.record) };
}

/** Records the outcome of a snapshot. */
async function endSnapshot(
  { sql }: Pick<Transaction, "sql">,
  snapshot: {
    readonly workspaceId: bigint;
    readonly snapshotSetId: string;
    readonly status: CaptureStatus;
    readonly artifacts: CaptureArtifacts;
    readonly failure: Failure | null;
  },
): Promise<void> {
  const { workspaceId, snapshotSetId, status, artifacts, failure } = snapshot;
  await sql.query(end, {
    workspace_id: workspaceId,
    snapshot_set_id: snapshotSetId,
    status,
    artifacts: JSON.stringify(artifacts),
    error_code: failure?.code ?? null,
    error_message: failure?.message ?? null,
  });
}
