import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { LaneRoom } from "./lanes.ts";
import { LEASE_MS } from "./lease.ts";
import { isLive, type LiveStatus, type OperationState } from "./operation-state.ts";

/** SQL: the lane of the operation `o`: the provider of its site, if it has one. */
const LANE = "coalesce(o.input ->> 'provider', '')";
const OPEN = "o.finished_at IS NULL AND o.held_at IS NULL";
const CLAIMABLE = "o.run_at <= now() + interval '1 millisecond' AND (o.lease_until IS NULL OR o.lease_until < now())";
/** Other workers may be claiming the same operations, so a claim looks at more than it takes. */
const SPARE = 4;

// Goes from lane to lane by the index, and takes the longest due of each lane, then the second of each.
// A cancelled operation that never ran stays `accepted`, so that it ends without running. Every other one is running
// from here on. `run_at` is rounded to milliseconds and may round up. Without the millisecond of grace, a new operation
// would not be due yet when its notification arrives.
const CLAIM = statement(
  "engine_claim",
  `WITH RECURSIVE lane (lane) AS (
     (SELECT ${LANE} FROM operation o WHERE ${OPEN} ORDER BY ${LANE} LIMIT 1)
      UNION ALL
     SELECT (SELECT ${LANE} FROM operation o WHERE ${OPEN} AND ${LANE} > lane.lane ORDER BY ${LANE} LIMIT 1) FROM lane WHERE lane.lane IS NOT NULL),
   candidate AS (
     SELECT lane.lane, c.operation_id, c.run_at, row_number() OVER (PARTITION BY lane.lane ORDER BY c.run_at) + coalesce(room.in_flight, 0) AS place
       FROM lane LEFT JOIN unnest($5::text[], $6::int[], $7::int[]) AS room (lane, in_flight, room) ON room.lane = lane.lane
      CROSS JOIN LATERAL (
        SELECT o.operation_id, o.run_at FROM operation o WHERE ${OPEN} AND ${LANE} = lane.lane AND ${CLAIMABLE} AND o.saga = ANY($3) AND o.operation_id <> ALL($4)
         ORDER BY o.run_at LIMIT coalesce(room.room, ${SPARE} * $2)) c
      ORDER BY place, c.run_at LIMIT ${SPARE} * $2),
   due AS (
     SELECT o.operation_id FROM candidate c JOIN operation o ON o.operation_id = c.operation_id WHERE ${OPEN} AND ${CLAIMABLE}
      ORDER BY c.place, c.run_at LIMIT $2
      FOR UPDATE OF o SKIP LOCKED),
   claimed AS (
     UPDATE operation o
        SET lease_owner = $1, lease_until = now() + ${LEASE_MS} * interval '1 millisecond', updated_at = now(),
            status = CASE WHEN o.status = 'compensating' OR (o.status = 'accepted' AND o.cancel_requested_at IS NOT NULL)
                          THEN o.status ELSE 'running' END
       FROM due WHERE o.operation_id = due.operation_id
     RETURNING o.*)
   SELECT operation_id, ${LANE.replace("o.", "claimed.")} AS lane, workspace_id, resource_id, resource_type, saga, input, traceparent, status, current_step, outcome, error_code, error_message,
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
  /** The room of lanes. Every other lane has room for the whole claim. */
  readonly lanes: readonly LaneRoom[];
  /** The sagas of this worker. During a rolling deployment, an old worker thus ignores the sagas of a new one. */
  readonly sagas: readonly string[];
  /**
   * The operations that the worker still runs. If its lease expired while it was suspended, it must not start them a
   * second time.
   */
  readonly except: readonly string[];
}

/**
 * Claims due operations, those of lanes with fewer in flight first, then longest due first, with their steps so far, in
 * one statement.
 */
export async function claim(sql: Sql, request: ClaimRequest): Promise<OperationState[]> {
  const { owner, limit, sagas, except, lanes } = request;
  const rows = await sql.query(CLAIM, [
    owner,
    limit,
    sagas,
    except,
    lanes.map(({ lane }) => lane),
    lanes.map(({ inFlight }) => inFlight),
    lanes.map(({ room }) => room),
  ]);
  const now = performance.now();
  return rows.map((row) => ({
    operationId: row.operation_id,
    lane: row.lane,
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
