import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { OperationState, StepRecord } from "./operation-state.ts";
import type { Outcome } from "./saga.ts";

/** SQL: writes the steps of the operation `moved`. `rowsOf` makes the value of `$steps`. */
const STEPS = `
     INSERT INTO operation_step AS s (operation_id, position, name, status, attempt, output, error, started_at,
                                      finished_at)
     SELECT moved.operation_id, n.position, n.name, n.status, n.attempt, n.output, n.error,
            now() - n.began_ms * interval '1 millisecond',
            CASE WHEN n.status IN ('succeeded', 'failed', 'undone')
                   THEN now() - n.ended_ms * interval '1 millisecond' END
       FROM moved, jsonb_to_recordset($steps::jsonb)
            AS n(position int, name text, status operation_step_status, attempt int, output jsonb, error text,
                 began_ms float8, ended_ms float8)
         ON CONFLICT (operation_id, position) DO UPDATE
        SET status = excluded.status, attempt = excluded.attempt, output = excluded.output, error = excluded.error,
            finished_at = CASE WHEN excluded.finished_at IS NOT NULL
                                 THEN greatest(s.started_at, excluded.finished_at) END`;

// Every write of a worker is one of the two statements below. Both require that the operation is its own and has not
// ended, so a worker that lost its lease changes nothing. Moving forward also requires that no cancel was requested.
const MOVE = statement(
  "engine_move",
  `WITH moved AS (
     UPDATE operation
        SET status = $status::operation_status, current_step = $current_step, outcome = $outcome::operation_status,
            error_code = $error_code, error_message = $error_message,
            cancellable = cancellable AND NOT $point_of_no_return::boolean, updated_at = now(),
            run_at = CASE WHEN $release_for_ms::float8 IS NULL THEN run_at
                          WHEN $status::operation_status = 'compensating'
                          THEN now() + $release_for_ms * interval '1 millisecond'
                          ELSE least(now() + $release_for_ms * interval '1 millisecond', deadline_at) END,
            lease_owner = CASE WHEN $release_for_ms IS NULL THEN lease_owner END,
            lease_until = CASE WHEN $release_for_ms IS NULL THEN lease_until END
      WHERE operation_id = $operation_id AND lease_owner = $lease_owner AND finished_at IS NULL
        AND ($status::operation_status IN ('accepted', 'compensating')
             OR cancel_requested_at IS NULL OR NOT cancellable)
      RETURNING operation_id),
   stepped AS (${STEPS})
   SELECT operation_id FROM moved`,
);

const FINISH = statement(
  "engine_finish",
  `WITH moved AS (
     UPDATE operation
        SET status = $status::operation_status,
            current_step = CASE WHEN $status::operation_status = 'succeeded' THEN NULL ELSE current_step END,
            finished_at = now(), updated_at = now(), lease_owner = NULL, lease_until = NULL
      WHERE operation_id = $operation_id AND lease_owner = $lease_owner AND finished_at IS NULL
        AND ($status::operation_status <> 'succeeded' OR cancel_requested_at IS NULL OR NOT cancellable)
      RETURNING operation_id),
   stepped AS (${STEPS})
   SELECT operation_id FROM moved`,
);

const OWNED = statement(
  "engine_owned",
  `SELECT cancel_requested_at IS NOT NULL AND cancellable AS cancel_requested
     FROM operation WHERE operation_id = $operation_id AND lease_owner = $lease_owner AND finished_at IS NULL`,
);

/** `moved`, or why not: a cancel was requested, or the operation belongs to another worker or has ended. */
export type MoveResult = "moved" | "cancel_requested" | "lost";

export interface Move {
  /** The changed steps in their new state. */
  readonly steps: readonly StepRecord[];
  /** Releases the operation until so many milliseconds have passed (at most until its deadline). */
  readonly releaseForMs?: number;
  readonly pointOfNoReturn?: boolean;
}

/** Writes the operation as it is in `state` together with the changed steps, in one statement. */
export async function move(
  sql: Sql,
  owner: string,
  state: OperationState,
  { steps, releaseForMs, pointOfNoReturn }: Move,
): Promise<MoveResult> {
  const rows = await sql.query(MOVE, {
    operation_id: state.operationId,
    lease_owner: owner,
    status: state.status,
    current_step: state.currentStep,
    outcome: state.outcome,
    error_code: state.failure?.code ?? null,
    error_message: state.failure?.message ?? null,
    point_of_no_return: pointOfNoReturn ?? false,
    release_for_ms: releaseForMs ?? null,
    steps: rowsOf(steps),
  });
  if (rows.length > 0) {
    remember(state, steps);
    return "moved";
  }
  return whyNot(sql, owner, state);
}

/** Ends the operation. `transaction` also contains the settlement of the resource. */
export async function finish(
  transaction: Pick<Transaction, "sql">,
  owner: string,
  state: OperationState,
  outcome: Outcome,
  steps: readonly StepRecord[],
): Promise<MoveResult> {
  const rows = await transaction.sql.query(FINISH, {
    operation_id: state.operationId,
    lease_owner: owner,
    status: outcome,
    steps: rowsOf(steps),
  });
  return rows.length > 0 ? "moved" : whyNot(transaction.sql, owner, state);
}

/** JSON of the steps, with how long ago they began and ended: the clocks of worker and database are never compared. */
function rowsOf(steps: readonly StepRecord[]): string {
  const now = performance.now();
  return JSON.stringify(
    steps.map(({ beganAt = now, endedAt = now, ...step }) => ({
      ...step,
      began_ms: now - beganAt,
      ended_ms: now - endedAt,
    })),
  );
}

function remember(state: OperationState, steps: readonly StepRecord[]): void {
  for (const step of steps) state.steps.set(step.name, step);
}

async function whyNot(sql: Sql, owner: string, state: OperationState): Promise<MoveResult> {
  const row = await sql.maybe(OWNED, { operation_id: state.operationId, lease_owner: owner });
  return row?.cancel_requested ? "cancel_requested" : "lost";
}
