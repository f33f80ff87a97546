import { type Sql, statement } from "@fulmar/prisma";
import { OPERATION_CHANNEL } from "./wake-up.ts";

const REQUEST_CANCEL = statement(
  "engine_request_cancel",
  `WITH asked AS (
     UPDATE operation
        SET cancel_requested_at = coalesce(cancel_requested_at, now()), run_at = least(run_at, now()),
            updated_at = now()
      WHERE workspace_id = $workspace_id AND operation_id = $operation_id AND cancellable
        AND status IN ('accepted', 'running', 'waiting')
      RETURNING operation_id)
   SELECT operation_id, pg_notify('${OPERATION_CHANNEL}', operation_id)::text FROM asked`,
);

/**
 * Requests the cancellation of an operation. A worker carries it out within moments. The row decides between the cancel
 * and the saga's point of no return, so the saga cannot pass it after a granted cancel.
 * @returns false when there is no such operation, it has ended or is being undone, or its point of no return has begun
 */
export async function requestCancel(sql: Sql, workspaceId: bigint, operationId: string): Promise<boolean> {
  const rows = await sql.query(REQUEST_CANCEL, { workspace_id: workspaceId, operation_id: operationId });
  return rows.length > 0;
}
