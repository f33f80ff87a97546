import type { OperationContext } from "@fulmar/engine";
import { statement, type Transaction } from "@fulmar/prisma";
import type { VolumeSagaInput } from "./acceptance.ts";
import { freeDeviceOf } from "./attachment-repository.ts";

// One that only waited for the volume has nothing to move, and is no longer next.
const settleAttach = statement(
  "volume_settle_attach",
  `UPDATE volume
      SET status = CASE WHEN operation_id <> $3 THEN status WHEN $4::boolean THEN 'in-use' ELSE 'available' END::volume_status,
          attached_vm_id = CASE WHEN operation_id <> $3 OR $4 THEN attached_vm_id END,
          device_path = CASE WHEN operation_id <> $3 OR $4 THEN device_path END,
          operation_id = nullif(operation_id, $3), next_operation_id = nullif(next_operation_id, $3), updated_at = now()
    WHERE workspace_id = $1::bigint AND volume_id = $2 AND (operation_id = $3 OR next_operation_id = $3)`,
);

// Before anything is decided: whoever waits may give up at this moment.
const holdNext = statement(
  "volume_hold_next",
  `SELECT next_operation_id FROM volume WHERE workspace_id = $1::bigint AND volume_id = $2 AND operation_id = $3 FOR NO KEY UPDATE`,
);

const settleDetach = statement(
  "volume_settle_detach",
  `UPDATE volume
      SET status = CASE WHEN $4::boolean THEN 'available' ELSE 'in-use' END::volume_status,
          attached_vm_id = CASE WHEN NOT $4 THEN attached_vm_id END,
          device_path = CASE WHEN NOT $4 THEN device_path END,
          operation_id = NULL, next_operation_id = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND volume_id = $2 AND operation_id = $3`,
);

// The VM has been held for this volume since it was asked for, so its free device stays free.
const handOver = statement(
  "volume_hand_over",
  `UPDATE volume v
      SET status = 'attaching', attached_vm_id = o.resource_id, device_path = (${freeDeviceOf("o.resource_id")}),
          operation_id = o.operation_id, next_operation_id = NULL, updated_at = now()
     FROM operation o
    WHERE v.workspace_id = $1::bigint AND v.volume_id = $2 AND v.operation_id = $3 AND o.operation_id = $4`,
);

/** The end of an attachment: the volume is in use, or available again; one that it never got stays as it is. */
export async function settleAttachment(
  { sql }: Pick<Transaction, "sql">,
  context: OperationContext<VolumeSagaInput>,
  succeeded: boolean,
): Promise<void> {
  await sql.query(settleAttach, [context.workspaceId, context.input.volume_id, context.operationId, succeeded]);
}

/**
 * The end of a detachment: the volume is available, or `attaching` already for the one who waited; when it failed, in
 * use as before.
 */
export async function settleDetachment(
  { sql }: Pick<Transaction, "sql">,
  context: OperationContext<VolumeSagaInput>,
  succeeded: boolean,
): Promise<void> {
  const held = [context.workspaceId, context.input.volume_id, context.operationId];
  const [row] = await sql.queryAs<{ next_operation_id: string | null }>(holdNext, held);
  const next = row?.next_operation_id ?? null;
  if (succeeded && next !== null) await sql.queryAs(handOver, [...held, next]);
  else await sql.queryAs(settleDetach, [...held, succeeded]);
}
