import { type RowOf, type Sql, statement } from "@fulmar/prisma";

const queue = statement(
  "operation_queue",
  `SELECT count(*)::int AS unfinished, count(*) FILTER (WHERE held_at IS NOT NULL)::int AS held,
          count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
          coalesce(extract(epoch FROM max(now() - run_at) FILTER (
            WHERE held_at IS NULL AND run_at <= now()
              AND (lease_until IS NULL OR lease_until < now()))), 0)::float8 AS oldest_due_seconds
     FROM operation WHERE finished_at IS NULL`,
);

/**
 * The operations that have not ended: all, those on hold because their site is fenced, those that wait for a provider,
 * and for how long the oldest one that is due has not been taken by a worker.
 */
export function readOperationQueue({ sql }: { readonly sql: Sql }): Promise<RowOf<typeof queue>> {
  return sql.one(queue);
}
