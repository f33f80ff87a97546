import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { LEASE_MS } from "./lease.ts";
import { isLive, type LiveStatus, type OperationState } from "./operation-state.ts";

// A cancelled operation that never ran stays `accepted`, so that it ends without running. Every other one is running
// from here on. `run_at` is rounded to milliseconds and may round up. Without the millisecond of grace, a new operation
// would not be due yet when its notification arrives.
const CLAIM = statement(
  "engine_claim",
  `WITH due AS (
     SELECT operation_id FROM operation
      WHERE finished_at IS NULL AND held_at IS NULL AND run_at <= now() + interval '1 millisecond' AND (lease_until IS NULL OR lease_until < now())
        AND saga = ANY($3) AND operation_id <> ALL($4)
      ORDER BY run_at LIMIT $2
      FOR UPDATE SKIP LOCKED),
   claimed AS (
     UPDATE operation o
        SET lease_owner = $1, lease_until = now() + ${LEASE_MS} * interval '1 millisecond', updated_at = now(),
            status = CASE WHEN o.status = 'compensating' OR (o.status = 'accepted' AND o.cancel_requested_at IS NOT NULL)
                          THEN o.status ELSE 'running' END
       FROM due WHERE o.operation_id = due.operation_id
     RETURNING o.*)
   SELECT operation_id, workspace_id, resource_id, resource_type, saga, input, traceparent, status, current_step, outcome, error_code, error_message,
          cancel_requested_at IS NOT NULL AND cancellable AS cancel_requested,
          extract(epoch FROM deadline_at - now())::float8 * 1000 AS deadline_in_ms,
          extract(epoch FROM now() - submitted_at)::float8 * 1000 AS age_ms,
          coalesce((SELECT jsonb_agg(jsonb_build_object('position', s.position, 'name', s.name, 'status', s.status,
                                                        'attempt', s.attempt, 'output', s.output, 'error', s.error) ORDER BY s.position)
                      FROM operation_step s WHERE s.operation_id = claimed.operation_id), '[]') AS steps
     FROM claimed`,
);

/** A worker's request for operations. */
export interface ClaimRequest {
  readonly owner: string;
  readonly limit: number;
  /** The sagas of this worker. During a rolling deployment, an old worker thus ignores the sagas of a new one. */
  readonly sagas: readonly string[];
  /**
   * The operations that the worker still runs. If its lease expired while it was suspended, it must not start them a
   * second time.
   */
  readonly except: readonly string[];
}

/** Claims due operations, longest due first, with their steps so far, in one statement. */
export async function claim(sql: Sql, request: ClaimRequest): Promise<OperationState[]> {
  const rows = await sql.query(CLAIM, [request.owner, request.limit, request.sagas, request.except]);
  const now = performance.now();
  return rows.map((row) => ({
    operationId: row.operation_id,
    workspaceId: row.workspace_id,
    resourceId: row.resource_id,
    resourceType: row.resource_type,
    saga: row.saga,
    input: row.input,
    traceparent: row.traceparent,
    status: liveStatusOf(row),
    currentStep: row.current_step,
    outcome: row.outcome,
    failure: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    cancelRequested: row.cancel_requested,
    deadlineAt: now + row.deadline_in_ms,
    acceptedAt: now - row.age_ms,
    steps: new Map(row.steps.map((step) => [step.name, step])),
  }));
}

/** An operation that has ended is never due. */
function liveStatusOf({ operation_id, status }: RowOf<typeof CLAIM>): LiveStatus {
  if (isLive(status)) return status;
  throw new Error(`The operation ${operation_id} was claimed, but is ${status}.`);
}
