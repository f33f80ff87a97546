import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { LaneRoom, Turn } from "./lanes.ts";
import { LEASE_MS } from "./lease.ts";
import { isLive, type LiveStatus, type OperationState } from "./operation-state.ts";

/** SQL: the lane of an operation: the provider of its site, if it has one. */
const laneOf = (operation: string) => `coalesce(${operation}.input ->> 'provider', '')`;
const LANE = laneOf("o");
const OPEN = "o.finished_at IS NULL AND o.held_at IS NULL";
// A subquery, so that no statistics say that little is due: they are old when much has become due at once, and every step
// of a claim would sort it.
const CLAIMABLE =
  "o.run_at <= (SELECT now() + interval '1 millisecond') AND (o.lease_until IS NULL OR o.lease_until < now())";
/** Other workers may be claiming the same operations, so a claim looks at more than it takes. */
const SPARE = 4;

/** A claim looks at so many organizations of a lane that have something due. */
const LOOKED_AT = `greatest($limit::int, ${SPARE} * greatest($limit::int, 16) / lane.lanes)`;

const dueIn = (lane: string) =>
  `FROM operation o WHERE ${OPEN} AND ${LANE} = ${lane} AND ${CLAIMABLE}
      AND o.saga = ANY($sagas) AND o.operation_id <> ALL($excepted_ids)`;

// Goes by the index from lane to lane, and in each from organization to organization: to those that have something due,
// from where the last claim ended, and from the first of all after the last, but to no more than it may need. So each
// has its turn however many there are, and a claim costs the same. Takes the longest due of each organization, then the
// second of each, and of the lanes so ordered the first of each, then the second of each. Where many organizations have
// something due, it reads no more of each than it may take.
// A cancelled operation that never ran stays `accepted`, so that it ends without running. Every other one is running
// from here on. `run_at` is rounded to milliseconds and may round up. Without the millisecond of grace, a new operation
// would not be due yet when its notification arrives.
const CLAIM = statement(
  "engine_claim",
  `WITH RECURSIVE lane (lane) AS (
     (SELECT ${LANE} FROM operation o WHERE ${OPEN} ORDER BY ${LANE} LIMIT 1)
      UNION ALL
     SELECT (SELECT ${LANE} FROM operation o WHERE ${OPEN} AND ${LANE} > lane.lane ORDER BY ${LANE} LIMIT 1)
       FROM lane WHERE lane.lane IS NOT NULL),
   due_lane AS (
     SELECT lane.lane, count(*) OVER () AS lanes FROM lane WHERE EXISTS (SELECT ${dueIn("lane.lane")})),
   queue AS (
     SELECT lane.lane, walk.organization_id, count(*) OVER (PARTITION BY lane.lane) AS queues
       FROM due_lane AS lane CROSS JOIN LATERAL (
         WITH RECURSIVE walk (organization_id, again, looked_at) AS (
           SELECT $after_organization_id::text, false, 0
            UNION ALL
           SELECT next.organization_id, next.again, walk.looked_at + 1 FROM walk CROSS JOIN LATERAL (
             (SELECT o.organization_id, walk.again ${dueIn("lane.lane")} AND o.organization_id > walk.organization_id
                 AND (NOT walk.again OR o.organization_id <= $after_organization_id)
               ORDER BY o.organization_id LIMIT 1)
              UNION ALL
             (SELECT o.organization_id, true ${dueIn("lane.lane")} AND NOT walk.again AND o.organization_id <= $after_organization_id
               ORDER BY o.organization_id LIMIT 1)
              LIMIT 1) AS next
            WHERE walk.looked_at < ${LOOKED_AT})
         SELECT organization_id FROM walk WHERE looked_at > 0) AS walk),
   turn AS (
     SELECT queue.lane, c.operation_id, c.run_at,
            row_number() OVER (PARTITION BY queue.lane, queue.organization_id ORDER BY c.run_at)
              + coalesce(held.in_flight, 0) AS turn
       FROM queue
       LEFT JOIN unnest($turn_lanes::text[], $turn_organization_ids::text[], $turn_in_flight::int[])
                   AS held (lane, organization_id, in_flight)
         ON held.lane = queue.lane AND held.organization_id = queue.organization_id
      CROSS JOIN LATERAL (SELECT o.operation_id, o.run_at ${dueIn("queue.lane")} AND o.organization_id = queue.organization_id ORDER BY o.run_at
        LIMIT CASE WHEN queue.queues >= ${SPARE} * $limit::int THEN 1
                   WHEN queue.queues >= $limit::int THEN ${SPARE} ELSE ${SPARE} * $limit::int END) c),
   candidate AS (
     SELECT * FROM (
       SELECT turn.*, row_number() OVER (PARTITION BY turn.lane ORDER BY turn.turn, turn.run_at) AS place_of_lane,
              room.room, coalesce(room.in_flight, 0) AS in_flight
         FROM turn LEFT JOIN unnest($lanes::text[], $in_flight::int[], $rooms::int[]) AS room (lane, in_flight, room)
           ON room.lane = turn.lane
        WHERE room.room IS NULL OR turn.turn <= $most_of_organization) AS placed
      CROSS JOIN LATERAL (SELECT placed.place_of_lane + placed.in_flight AS place) AS of_all
      WHERE placed.place_of_lane <= coalesce(placed.room, ${SPARE} * $limit::int)
      ORDER BY place, run_at LIMIT ${SPARE} * $limit::int),
   due AS (
     SELECT o.operation_id FROM candidate c JOIN operation o ON o.operation_id = c.operation_id
      WHERE ${OPEN} AND ${CLAIMABLE}
      ORDER BY c.place, c.run_at LIMIT $limit::int
      FOR UPDATE OF o SKIP LOCKED),
   claimed AS (
     UPDATE operation o
        SET lease_owner = $lease_owner, lease_until = now() + ${LEASE_MS} * interval '1 millisecond',
            updated_at = now(),
            status = CASE WHEN o.status = 'compensating'
                          OR (o.status = 'accepted' AND o.cancel_requested_at IS NOT NULL)
                          THEN o.status ELSE 'running' END
       FROM due WHERE o.operation_id = due.operation_id
     RETURNING o.*)
   SELECT operation_id, ${laneOf("claimed")} AS lane, workspace_id, organization_id, resource_id, resource_type, saga,
          input, traceparent, status, current_step, outcome, error_code, error_message,
          cancel_requested_at IS NOT NULL AND cancellable AS cancel_requested,
          extract(epoch FROM deadline_at - now())::float8 * 1000 AS deadline_in_ms,
          extract(epoch FROM now() - submitted_at)::float8 * 1000 AS age_ms,
          coalesce((SELECT jsonb_agg(jsonb_build_object('position', s.position, 'name', s.name, 'status', s.status,
                                                        'attempt', s.attempt, 'output', s.output, 'error',
                                                        s.error) ORDER BY s.position)
                      FROM operation_step s WHERE s.operation_id = claimed.operation_id), '[]') AS steps
     FROM claimed`,
);

/** A worker's request for operations. */
export interface ClaimRequest {
  readonly owner: string;
  readonly limit: number;
  /** The room of lanes. Every other lane has room for the whole claim. */
  readonly lanes: readonly LaneRoom[];
  /** Operations in flight, by organization and lane. */
  readonly turns: readonly Turn[];
  /** The organizations after this one have their turn. */
  readonly after: string;
  /** The most that an organization may have in flight in a lane whose room is limited. */
  readonly mostOfOrganization: number;
  /** The sagas of this worker. During a rolling deployment, an old worker thus ignores the sagas of a new one. */
  readonly sagas: readonly string[];
  /**
   * The operations that the worker still runs. If its lease expired while it was suspended, it must not start them a
   * second time.
   */
  readonly except: readonly string[];
}

/**
 * Claims due operations, those of lanes and then of organizations with fewer in flight first, then longest due first,
 * with their steps so far, in one statement.
 */
export async function claim(sql: Sql, request: ClaimRequest): Promise<OperationState[]> {
  const { owner, limit, sagas, except, lanes, turns, after, mostOfOrganization } = request;
  const rows = await sql.query(CLAIM, {
    lease_owner: owner,
    limit,
    sagas,
    excepted_ids: except,
    lanes: lanes.map(({ lane }) => lane),
    in_flight: lanes.map(({ inFlight }) => inFlight),
    rooms: lanes.map(({ room }) => room),
    turn_lanes: turns.map(({ lane }) => lane),
    turn_organization_ids: turns.map(({ organizationId }) => organizationId),
    turn_in_flight: turns.map(({ inFlight }) => inFlight),
    after_organization_id: after,
    most_of_organization: mostOfOrganization,
  });
  const now = performance.now();
  return rows.map((row) => ({
    operationId: row.operation_id,
    lane: row.lane,
    workspaceId: row.workspace_id,
    organizationId: row.organization_id,
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
