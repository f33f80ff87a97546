import type { Acceptance, OperationAction } from "@fulmar/contract";
import { DEFAULT_SAGA_TIMEOUT_MS, OPERATION_CHANNEL, type Saga } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../kernel/context.ts";
import { newId } from "../kernel/identifiers.ts";
import { toTimestamp } from "../kernel/timestamp.ts";

const insert = statement(
  "operation_accept",
  `WITH accepted AS (
     INSERT INTO operation (operation_id, workspace_id, vm_id, vm_type, action, saga, input, deadline_at)
     VALUES ($1, $2::bigint, $3, $4, $5, $6, $7::jsonb, now() + $8 * interval '1 millisecond')
     RETURNING operation_id, submitted_at
   )
   SELECT submitted_at, pg_notify('${OPERATION_CHANNEL}', operation_id)::text FROM accepted`,
);

/**
 * Hands a request over to the worker, in the transaction that moved the VM: row and job are one commit.
 * @returns what an asynchronous request answers (spec: acceptance record)
 */
export async function acceptOperation<Input extends object>(
  context: RequestContext,
  request: { readonly vmId: string; readonly vmType: "cloud" | "gpu"; readonly action: OperationAction; readonly saga: Pick<Saga<never, Input>, "name" | "timeoutMs">; readonly input: Input },
): Promise<Acceptance> {
  const operationId = newId("op");
  const timeoutMs = request.saga.timeoutMs ?? DEFAULT_SAGA_TIMEOUT_MS;
  const [row] = await context.sql.query<{ submitted_at: Date }>(insert, [
    operationId,
    context.workspace.id,
    request.vmId,
    request.vmType,
    request.action,
    request.saga.name,
    JSON.stringify(request.input),
    timeoutMs,
  ]);
  if (row === undefined) throw new Error("the database accepted no operation");
  return { operation_id: operationId, vm_id: request.vmId, status: "accepted", submitted_at: toTimestamp(row.submitted_at) };
}
