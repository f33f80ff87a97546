import { type RowOf, type Sql, statement } from "@fulmar/prisma";

/** How many ended operations of a saga say what is usual. */
const COMPARED = 200;

const operation = statement(
  "diagnosis_operation",
  `SELECT o.operation_id, o.workspace_id, o.resource_id, o.resource_type, o.action, o.saga, o.status, o.current_step,
          o.outcome,
          o.error_code, o.error_message, o.submitted_at, o.finished_at, o.deadline_at, o.cancel_requested_at, o.run_at,
          o.lease_owner, o.lease_until, o.held_at, o.hold_reason, o.input ->> 'provider' AS provider, now() AS read_at,
          extract(epoch FROM coalesce(o.finished_at, now()) - o.submitted_at)::float8 AS seconds,
          (SELECT b.operation_id FROM operation b
            WHERE b.workspace_id = o.workspace_id AND b.resource_id = o.resource_id
              AND b.finished_at IS NULL AND b.operation_id < o.operation_id LIMIT 1) AS behind,
          (SELECT count(*)::int FROM operation b WHERE b.finished_at IS NULL AND b.lease_until > now()) AS leased,
          (SELECT count(DISTINCT application_name)::int FROM pg_stat_activity
            WHERE datname = current_database() AND application_name LIKE 'fulmar-worker %') AS workers
     FROM operation o WHERE o.operation_id = $operation_id`,
);

// The event of the acceptance names the operation; where events of that time are purged, the resource and the time do.
const asked = statement(
  "diagnosis_operation_asked",
  `SELECT a.actor_type, a.actor_id, a.actor_name, a.action, a.request_id, a.source_ip, a.at
     FROM operation o
     JOIN audit_event a ON a.workspace_id = o.workspace_id
      AND a.at BETWEEN o.submitted_at - interval '5 seconds' AND o.submitted_at + interval '1 minute'
     LEFT JOIN event e ON e.workspace_id = o.workspace_id AND e.operation_id = o.operation_id
      AND e.request_id = a.request_id
    WHERE o.operation_id = $operation_id AND NOT a.planned AND a.result < 400
      AND (e.event_id IS NOT NULL OR a.resource_id = o.resource_id)
    ORDER BY (e.event_id IS NULL), a.at LIMIT 1`,
);

const steps = statement(
  "diagnosis_operation_steps",
  `SELECT name, status, attempt, error, started_at, finished_at,
          coalesce(output ->> 'waited' = 'true', false) AS waited,
          extract(epoch FROM coalesce(finished_at, now()) - started_at)::float8 AS seconds
     FROM operation_step WHERE operation_id = $operation_id ORDER BY position`,
);

const usual = statement(
  "diagnosis_usual",
  `WITH others AS (
     SELECT operation_id, extract(epoch FROM finished_at - submitted_at)::float8 AS seconds FROM operation
      WHERE saga = $saga AND status = 'succeeded' AND operation_id <> $operation_id ORDER BY operation_id DESC
      LIMIT ${COMPARED})
   SELECT NULL AS step, count(*)::int AS compared, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS seconds
     FROM others
   UNION ALL
   SELECT s.name, count(*)::int,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM s.finished_at - s.started_at)::float8)
     FROM others JOIN operation_step s USING (operation_id) WHERE s.status = 'succeeded' GROUP BY s.name`,
);

export type OperationRow = RowOf<typeof operation>;
export type StepRow = RowOf<typeof steps>;
export type AskedRow = RowOf<typeof asked>;

/** An operation with its rows of the database. */
export interface OperationRecord {
  readonly operation: OperationRow;
  /** The request that it came from; undefined for what the product does by itself. */
  readonly asked: AskedRow | undefined;
  readonly steps: readonly StepRow[];
  /** How long the same takes usually, by step; of the whole operation, by an empty name. */
  readonly usual: ReadonlyMap<string, { readonly compared: number; readonly seconds: number }>;
}

export async function readOperation(sql: Sql, operationId: string): Promise<OperationRecord | undefined> {
  const row = await sql.maybe(operation, { operation_id: operationId });
  if (row === undefined) return undefined;
  const [request, done, others] = await Promise.all([
    sql.maybe(asked, { operation_id: operationId }),
    sql.query(steps, { operation_id: operationId }),
    sql.query(usual, { saga: row.saga, operation_id: operationId }),
  ]);
  const known = others.flatMap(({ step, compared, seconds }) =>
    compared === null || seconds === null ? [] : [[step ?? "", { compared, seconds }] as const],
  );
  return { operation: row, asked: request, steps: done, usual: new Map(known) };
}
