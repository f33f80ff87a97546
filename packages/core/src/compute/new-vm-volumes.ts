import type { SagaContext, SettleContext } from "@fulmar/engine";
import { type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { failureOf } from "../block-storage/index.ts";

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
