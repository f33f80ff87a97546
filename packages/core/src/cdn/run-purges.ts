import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { EdgePurge } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** The number of due purges that are read at once. */
const BATCH = 250;
/** Above this number of paths, purging everything costs the edge less. */
const MOST_PATHS = 1_000;
const KEPT = "interval '30 days'";

const due = statement(
  "cdn_purge_due",
  `WITH due AS (
     SELECT p.workspace_id, p.distribution_id, p.purge_id, p.paths, p.everything, p.waited, p.attempts,
            row_number() OVER (PARTITION BY o.organization_id ORDER BY p.run_at) AS turn
       FROM cdn_purge p JOIN workspace o ON o.workspace_id = p.workspace_id
      WHERE p.run_at <= ${DUE} ORDER BY turn, p.run_at LIMIT ${BATCH}
   )
   SELECT d.workspace_id, d.distribution_id, d.name, d.status::text,
          array_agg(due.purge_id ORDER BY due.purge_id) AS purge_ids,
          bool_or(due.everything) AS everything, bool_or(due.waited) AS waited, max(due.attempts) AS attempts,
          ARRAY(SELECT DISTINCT p.path FROM due one, unnest(one.paths) AS p (path)
                 WHERE one.workspace_id = d.workspace_id AND one.distribution_id = d.distribution_id ORDER BY 1
                 LIMIT ${MOST_PATHS + 1}) AS paths
     FROM due JOIN cdn_distribution d ON d.workspace_id = due.workspace_id AND d.distribution_id = due.distribution_id
    GROUP BY d.workspace_id, d.distribution_id ORDER BY min(due.turn)`,
);

/** All due purges of one distribution, with at most `MOST_PATHS` + 1 paths. */
type DuePurges = RowOf<typeof due>;

const THEM = `workspace_id = $workspace_id::bigint AND distribution_id = $distribution_id
   AND purge_id = ANY ($purge_ids::text[]) AND status IN ('queued', 'running')`;
const LATER = "run_at = now() + $ms::int * interval '1 millisecond'";

const begin = statement("cdn_purge_begin", `UPDATE cdn_purge SET status = 'running' WHERE ${THEM}`);
const wait = statement("cdn_purge_wait", `UPDATE cdn_purge SET waited = $waited::boolean, ${LATER} WHERE ${THEM}`);
const retry = statement(
  "cdn_purge_retry",
  `UPDATE cdn_purge SET waited = false, attempts = attempts + 1, ${LATER} WHERE ${THEM}`,
);
const end = statement(
  "cdn_purge_end",
  `UPDATE cdn_purge SET status = CASE WHEN $error::text IS NULL THEN 'succeeded' ELSE 'failed' END::cdn_purge_status,
          completed_at = now(), error = $error, run_at = NULL
    WHERE ${THEM}`,
);
const forget = statement(
  "cdn_purge_forget",
  `DELETE FROM cdn_purge WHERE ctid IN (SELECT ctid FROM cdn_purge WHERE completed_at < now() - ${KEPT} LIMIT $limit)
RETURNING 1`,
);

/** The queue of due purges of all workspaces, with their results. For the worker. */
class PurgeQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(): Promise<DuePurges[]> {
    return this.#sql.query(due);
  }

  /** queued → running */
  async begin(purges: DuePurges): Promise<void> {
    await this.#sql.query(begin, idsOf(purges));
  }

  /** @param busy the provider asked to wait */
  async wait(purges: DuePurges, ms: number, busy: boolean): Promise<void> {
    await this.#sql.query(wait, { ...idsOf(purges), ms, waited: busy });
  }

  async retry(purges: DuePurges, ms: number): Promise<void> {
    await this.#sql.query(retry, { ...idsOf(purges), ms });
  }

  /** → succeeded, or failed if there is an error */
  async end(purges: DuePurges, error: string | null): Promise<void> {
    await this.#sql.query(end, { ...idsOf(purges), error });
  }

  /** Deletes at most `most` purges that completed 30 or more days ago. @returns how many */
  async forget(most: number): Promise<number> {
    return (await this.#sql.query(forget, { limit: most })).length;
  }
}

const idsOf = ({ workspace_id, distribution_id, purge_ids }: DuePurges) => ({
  workspace_id,
  distribution_id,
  purge_ids,
});

const DELAY = { firstMs: 1_000, mostMs: 60_000 };
const MOST_ATTEMPTS = 8;
/** The interval at which a purge checks whether its distribution has been deployed. */
const DEPLOYING_MS = 2_000;
const FORGET_BATCH = 5_000;

/**
 * Carries out purges. All due purges of a distribution become one call to the edge, so that no purge has to be refused.
 */
export const runPurges: Reconciler<Pick<WorkerServices, "database" | "cdn">> = {
  name: "run-purges",
  everyMs: 500,
  async run({ database, cdn }, signal) {
    const queue = new PurgeQueue(database.sql);
    const purge = async (due: DuePurges) => {
      if (due.status === "deploying") return queue.wait(due, DEPLOYING_MS, false);
      if (due.status === "failed") return queue.end(due, "The distribution could not be deployed.");
      await queue.begin(due);
      const beginning = { resourceId: due.distribution_id, resourceName: due.name, step: "purge", waited: due.waited };
      const result = await callProvider(
        cdn,
        beginning,
        (limited) => cdn.edge.purge(due.distribution_id, extentOf(due), limited),
        signal,
      );
      if (result.kind === "done") return queue.end(due, null);
      if (result.kind === "busy") return queue.wait(due, result.busyMs, true);
      const failures = due.attempts + 1;
      if (!result.failure.retryable || failures >= MOST_ATTEMPTS) return queue.end(due, result.failure.message);
      return queue.retry(due, retryDelayMs(failures, DELAY));
    };
    await workThrough(() => queue.next(), purge, signal);
  },
};

function extentOf({ everything, paths }: DuePurges): EdgePurge {
  return everything || paths.length > MOST_PATHS ? "everything" : { paths };
}

export const forgetPurges: Reconciler<Pick<WorkerServices, "database">> = {
  name: "forget-purges",
  everyMs: 600_000,
  async run({ database }, signal) {
    const queue = new PurgeQueue(database.sql);
    for (let forgotten = FORGET_BATCH; forgotten === FORGET_BATCH && !signal.aborted; )
      forgotten = await queue.forget(FORGET_BATCH);
  },
};
