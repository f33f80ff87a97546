import type { CdnDistributionStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { DUE } from "../work/due.ts";

/** The purges of one distribution that are due at the same time. */
export interface DuePurges {
  workspace_id: bigint;
  distribution_id: string;
  /** Of the distribution. */
  name: string;
  status: CdnDistributionStatus;
  purge_ids: string[];
  everything: boolean;
  /** Each once, one more than `MOST_PATHS` at most. */
  paths: string[];
  waited: boolean;
  attempts: number;
}

/** So many purges are looked at together. */
const BATCH = 250;
/** More paths than that at once cost an edge more than to begin anew. */
export const MOST_PATHS = 1_000;
const KEPT = "interval '30 days'";

const due = statement(
  "cdn_purge_due",
  `WITH due AS (
     SELECT workspace_id, distribution_id, purge_id, paths, everything, waited, attempts FROM cdn_purge WHERE run_at <= ${DUE} ORDER BY run_at LIMIT ${BATCH}
   )
   SELECT d.workspace_id, d.distribution_id, d.name, d.status::text, array_agg(due.purge_id ORDER BY due.purge_id) AS purge_ids,
          bool_or(due.everything) AS everything, bool_or(due.waited) AS waited, max(due.attempts) AS attempts,
          ARRAY(SELECT DISTINCT p.path FROM due one, unnest(one.paths) AS p (path)
                 WHERE one.workspace_id = d.workspace_id AND one.distribution_id = d.distribution_id ORDER BY 1 LIMIT ${MOST_PATHS + 1}) AS paths
     FROM due JOIN cdn_distribution d ON d.workspace_id = due.workspace_id AND d.distribution_id = due.distribution_id
    GROUP BY d.workspace_id, d.distribution_id`,
);

const THEM =
  "workspace_id = $1::bigint AND distribution_id = $2 AND purge_id = ANY ($3::text[]) AND status IN ('queued', 'running')";
const LATER = "run_at = now() + $4::int * interval '1 millisecond'";

const begin = statement("cdn_purge_begin", `UPDATE cdn_purge SET status = 'running' WHERE ${THEM}`);
const wait = statement("cdn_purge_wait", `UPDATE cdn_purge SET waited = $5::boolean, ${LATER} WHERE ${THEM}`);
const retry = statement(
  "cdn_purge_retry",
  `UPDATE cdn_purge SET waited = false, attempts = attempts + 1, ${LATER} WHERE ${THEM}`,
);
const end = statement(
  "cdn_purge_end",
  `UPDATE cdn_purge SET status = CASE WHEN $4::text IS NULL THEN 'succeeded' ELSE 'failed' END::cdn_purge_status, completed_at = now(), error = $4, run_at = NULL
    WHERE ${THEM}`,
);
const forget = statement(
  "cdn_purge_forget",
  `DELETE FROM cdn_purge WHERE ctid IN (SELECT ctid FROM cdn_purge WHERE completed_at < now() - ${KEPT} LIMIT $1) RETURNING 1`,
);

/** The purges that are due, and what comes of them; of all workspaces, for the worker. */
export class PurgeQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(): Promise<DuePurges[]> {
    return this.#sql.query(due);
  }

  /** queued → running */
  async begin(purges: DuePurges): Promise<void> {
    await this.#sql.queryAs(begin, idsOf(purges));
  }

  /** @param busy the provider said that it is: it is not asked again */
  async wait(purges: DuePurges, ms: number, busy: boolean): Promise<void> {
    await this.#sql.queryAs(wait, [...idsOf(purges), ms, busy]);
  }

  async retry(purges: DuePurges, ms: number): Promise<void> {
    await this.#sql.queryAs(retry, [...idsOf(purges), ms]);
  }

  /** → succeeded, or failed for the reason that is given */
  async end(purges: DuePurges, error: string | null): Promise<void> {
    await this.#sql.queryAs(end, [...idsOf(purges), error]);
  }

  /** Forgets purges that were completed 30 days ago, so many at most. @returns how many */
  async forget(most: number): Promise<number> {
    return (await this.#sql.query(forget, [most])).length;
  }
}

const idsOf = ({ workspace_id, distribution_id, purge_ids }: DuePurges) => [workspace_id, distribution_id, purge_ids];
