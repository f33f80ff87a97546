import type { VolumeType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { siteClosed } from "../site/index.ts";
import { defineProviderSaga } from "../work/provider-saga.ts";
import { acceptance, acceptanceValues, onVolume, type VolumeSagaInput } from "./accept-volume-change.ts";
import { endVolumeOperation, failureOf } from "./volume-operations.ts";
import { volumeNameTaken } from "./volume-refusals.ts";
import { lockSnapshotSource, type SnapshotSource } from "./volume-snapshots.ts";
import { settleVolume, volumeRecord } from "./volume-state.ts";
import { checkNewVolume, toVolume, volumeColumns } from "./volumes.ts";

const accept = statement(
  "volume_accept_create",
  `WITH moved AS (
     INSERT INTO volume (volume_id, workspace_id, name, size_gb, type, site_id, snapshot_id, operation_id,
                         deletion_protection)
     VALUES ($volume_id, $workspace_id::bigint, $name, $size_gb::int, $type::volume_type, $site_id, $snapshot_id,
             $operation_id, $deletion_protection::boolean) RETURNING ${volumeColumns}
   )${acceptance({ operation: onVolume("create"), history: "create", answer: "moved" })}`,
);

/** Checks the site, the name and the snapshot, asks billing, then writes the volume and hands it to the worker. */
export const createVolume: Handler<"volume.create"> = async (context, input) => {
  const { size_gb, type, snapshot_id = null } = input;
  const { site_known, site_closed, name_taken } = await checkNewVolume(context, input);
  if (!site_known) throw invalidField("site_id", "is not a site; GET /compute/sites lists the sites");
  if (site_closed) throw siteClosed();
  const source = snapshot_id === null ? null : await sourceOf(context, snapshot_id, input);
  if (name_taken) throw volumeNameTaken();
  await context.admit({ skuCode: `volume.${type}`, quantity: size_gb });
  const row = await context.sql.one(accept, {
    ...acceptanceValues(context, newId("vol"), volumeCreateSaga, {
      size_gb,
      type,
      source: source && { volume_id: source.volume_id, snapshot_id: source.snapshot_id },
    }),
    ...input,
    snapshot_id,
  });
  return toVolume(row);
};

/**
 * The snapshot to copy the volume from. @throws DomainError 404, 400 when the volume would be too small, 409 when the
 * snapshot is at another site or not ready
 */
async function sourceOf(
  context: RequestContext,
  snapshotId: string,
  volume: { readonly size_gb: number; readonly site_id: string },
): Promise<SnapshotSource> {
  const source = await lockSnapshotSource(context, snapshotId);
  if (volume.size_gb < source.size_gb)
    throw invalidField("size_gb", `must be at least ${source.size_gb}, the size of the snapshot`);
  const blockers = [{ type: "volume_snapshot", id: snapshotId, name: source.name }];
  if (volume.site_id !== source.site_id) {
    throw conflict("site_mismatch", `The snapshot is at ${source.site_id}; create the volume there.`, blockers);
  }
  if (source.status !== "succeeded") {
    throw conflict("snapshot_not_ready", `The snapshot is ${source.status}; choose one that has succeeded.`, blockers);
  }
  return source;
}

interface VolumeCreateInput extends VolumeSagaInput {
  readonly size_gb: number;
  readonly type: VolumeType;
  /** The snapshot to copy from, and its volume. */
  readonly source: { readonly volume_id: string; readonly snapshot_id: string } | null;
}

/** creating → available. Any other end leaves the volume in `error`, with the reason on its record. */
export const volumeCreateSaga = defineProviderSaga<VolumeCreateInput>({
  name: "volume-create",
  steps: [
    {
      name: "create-volume",
      timeoutMs: 300_000,
      async do(context) {
        const { volumes, resourceId, signal } = context;
        const { name, size_gb: sizeGb, type, source } = context.input;
        const record = await volumeRecord(context.services.database.sql, context);
        const copied = source && { volumeId: source.volume_id, snapshotId: source.snapshot_id };
        await volumes.createVolume(resourceId, { name, sizeGb, type, source: copied, record }, signal);
        return undefined;
      },
      undo: ({ volumes, resourceId, signal }) => volumes.deleteVolume(resourceId, signal),
    },
  ],
  async settle(transaction, context) {
    const failure = failureOf(context);
    const { size_gb, type, source } = context.input;
    await settleVolume(transaction, context, failure === null ? {} : { broken: failure });
    await endVolumeOperation(transaction, context, {
      size_gb,
      type,
      ...(source !== null && { snapshot_id: source.snapshot_id }),
    });
  },
});
