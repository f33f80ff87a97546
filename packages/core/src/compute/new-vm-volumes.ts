import type { Acceptance } from "@fulmar/contract";
import type { SagaContext, SettleContext } from "@fulmar/engine";
import { queryOf, type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { failureOf } from "../block-storage/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

// Volumes are locked in the order of their ids, so that two creates with the same volumes cannot deadlock.
const lock = statement(
  "new_vm_hold_volumes",
  `SELECT volume_id, name, status::text, site_id, operation_id FROM volume
    WHERE workspace_id = $workspace_id::bigint AND volume_id = ANY ($volume_ids::text[]) AND deleted_at IS NULL
    ORDER BY volume_id FOR NO KEY UPDATE`,
);

// The root disk is vda; the volumes follow in the order of the request.
const take = statement(
  "new_vm_take_volumes",
  `WITH asked AS (
     SELECT volume_id, volume_operation_id, '/dev/vd' || chr(ascii('a') + place::int) AS device_path
       FROM unnest($volume_ids::text[], $volume_operation_ids::text[]) WITH ORDINALITY
         AS asked (volume_id, volume_operation_id, place)
   ), taken AS (
     UPDATE volume v
        SET status = 'attaching', attached_vm_id = $attached_vm_id, device_path = asked.device_path,
            operation_id = $operation_id, updated_at = now()
       FROM asked WHERE v.workspace_id = $workspace_id::bigint AND v.volume_id = asked.volume_id
   )
   INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, idempotency_key, operation_id)
   SELECT volume_operation_id, $workspace_id::bigint, volume_id, 'attach', $idempotency_key, $operation_id FROM asked`,
);

const taken = statement(
  "new_vm_volumes",
  `SELECT volume_id, device_path FROM volume
    WHERE workspace_id = $workspace_id::bigint AND attached_vm_id = $attached_vm_id AND operation_id = $operation_id
    ORDER BY device_path`,
  // A volume with a VM always has a device.
  { present: ["device_path"] },
);

const settle = statement(
  "new_vm_settle_volumes",
  `WITH moved AS (
     UPDATE volume
        SET status = CASE WHEN $error::text IS NULL THEN 'in-use' ELSE 'available' END::volume_status,
            attached_vm_id = CASE WHEN $error IS NULL THEN attached_vm_id END,
            device_path = CASE WHEN $error IS NULL THEN device_path END,
            operation_id = NULL, updated_at = now()
      WHERE workspace_id = $workspace_id::bigint AND attached_vm_id = $attached_vm_id AND operation_id = $operation_id
     RETURNING volume_id, attached_vm_id, device_path
   )
   UPDATE volume_operation o
      SET status = CASE WHEN $error IS NULL THEN 'succeeded' ELSE 'failed' END::volume_operation_status, error = $error,
          completed_at = now(),
          result = CASE WHEN $error IS NULL
                          THEN jsonb_build_object('vm_id', moved.attached_vm_id, 'device_path', moved.device_path) END
     FROM moved
    WHERE o.workspace_id = $workspace_id::bigint AND o.volume_id = moved.volume_id AND o.operation_id = $operation_id
      AND o.completed_at IS NULL`,
);

/** A volume to attach to a new VM. */
type NewVmVolume = RowOf<typeof lock>;

/**
 * Reads the volumes of a new VM and locks them until the transaction ends. Without volumes, it sends no query. @throws
 * DomainError 404
 */
export async function lockVolumes(
  { sql, workspace }: RequestContext,
  volumeIds: readonly string[],
): Promise<NewVmVolume[]> {
  if (volumeIds.length === 0) return [];
  const volumes = await sql.query(lock, { workspace_id: workspace.id, volume_ids: volumeIds });
  if (volumes.length < volumeIds.length) throw notFound("volume");
  return volumes;
}

/** @throws DomainError 409 that names the volumes at another site or those that are not available */
export function requireVolumesFit(siteId: string, volumes: readonly NewVmVolume[]): void {
  const blockersOf = (those: readonly NewVmVolume[]) =>
    those.map(({ volume_id: id, name }) => ({ type: "volume", id, name }));
  const elsewhere = volumes.filter((volume) => volume.site_id !== siteId);
  if (elsewhere.length > 0)
    throw conflict(
      "site_mismatch",
      `A VM can only be created with volumes of its site; choose volumes at ${siteId}.`,
      blockersOf(elsewhere),
    );
  const taken = volumes.filter(({ status, operation_id }) => status !== "available" || operation_id !== null);
  if (taken.length > 0)
    throw conflict(
      "volume_not_available",
      "A VM can only be created with volumes that are available; choose others.",
      blockersOf(taken),
    );
}

/** Assigns the volumes to the VM that was just accepted. Its create attaches them. */
export function takeVolumes(
  context: RequestContext,
  { vm_id, operation_id }: Acceptance,
  volumeIds: readonly string[],
): void {
  if (volumeIds.length === 0) return;
  const entries = volumeIds.map(() => newId("volop"));
  const { workspace, idempotencyKey = null } = context;
  context.send(
    queryOf(take, {
      workspace_id: workspace.id,
      attached_vm_id: vm_id,
      operation_id,
      volume_ids: volumeIds,
      volume_operation_ids: entries,
      idempotency_key: idempotencyKey,
    }),
  );
}

/** The volumes of a VM that an operation creates, with their devices. */
export function volumesOfNewVm(
  sql: Sql,
  { workspaceId, resourceId, operationId }: SagaContext,
): Promise<RowOf<typeof taken>[]> {
  return sql.query(taken, { workspace_id: workspaceId, attached_vm_id: resourceId, operation_id: operationId });
}

/** Ends the create for its volumes: they become in use, or available again. */
export async function settleVolumesOfNewVm({ sql }: Pick<Transaction, "sql">, context: SettleContext): Promise<void> {
  await sql.query(settle, {
    workspace_id: context.workspaceId,
    attached_vm_id: context.resourceId,
    operation_id: context.operationId,
    error: failureOf(context),
  });
}
