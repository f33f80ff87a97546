import { type Sql, statement } from "@fulmar/prisma";
import { LEASE_MS } from "./lease.ts";

const LEASE = `now() + ${LEASE_MS} * interval '1 millisecond'`;

const REGISTER = statement(
  "engine_reconciler_register",
  "INSERT INTO reconciler (name, lane) SELECT * FROM unnest($names::text[], $lanes::text[]) ON CONFLICT DO NOTHING",
);
// `run_at` is rounded to milliseconds and may round up, so what is due now has a millisecond of grace.
const TAKE = statement(
  "engine_reconciler_take",
  `UPDATE reconciler SET lease_owner = $lease_owner, lease_until = ${LEASE}
    WHERE name IN (SELECT name FROM reconciler
                    WHERE name = ANY($names) AND run_at <= now() + interval '1 millisecond' AND (lease_until IS NULL OR lease_until < now())
                    ORDER BY lane IS NOT NULL, run_at LIMIT $limit FOR UPDATE SKIP LOCKED)
   RETURNING name`,
);
// Rows are locked in the order of their names, because the ends of runs and renewals are written beside each other.
const PROLONG = statement(
  "engine_reconciler_prolong",
  `WITH own AS MATERIALIZED (SELECT name FROM reconciler WHERE name = ANY($names) AND lease_owner = $lease_owner
                              ORDER BY name FOR NO KEY UPDATE)
   UPDATE reconciler r SET lease_until = ${LEASE} FROM own WHERE r.name = own.name RETURNING r.name`,
);
const FINISH = statement(
  "engine_reconciler_finish",
  `WITH own AS MATERIALIZED (SELECT name FROM reconciler WHERE name = ANY($names) AND lease_owner = $lease_owner
                              ORDER BY name FOR NO KEY UPDATE)
   UPDATE reconciler r SET lease_owner = NULL, lease_until = NULL, finished_at = now(), last_error = ended.error,
          took_ms = ended.took_ms, run_at = now() + ended.due_ms * interval '1 millisecond'
     FROM own JOIN unnest($names::text[], $due_ms::float8[], $took_ms::int[], $last_errors::text[])
       AS ended (name, due_ms, took_ms, error) USING (name)
    WHERE r.name = own.name`,
);
const RELEASE = statement(
  "engine_reconciler_release",
  "UPDATE reconciler SET lease_owner = NULL, lease_until = NULL WHERE name = $name AND lease_owner = $lease_owner",
);

/** The schedule of a reconciler, or of one of its lanes. */
export interface Scheduled {
  readonly name: string;
  readonly lane: string | null;
}

/** A run that has ended. */
export interface Ended {
  readonly name: string;
  /** In how many milliseconds the next run is due. */
  readonly dueMs: number;
  readonly tookMs: number;
  readonly error: string | null;
}

/**
 * The leases of this process on reconcilers. As with operations, a lease lasts 10 seconds unless it is renewed. Each
 * statement is about many of them, because there may be a dozen for each site.
 */
export class ReconcilerLeases {
  readonly #sql: Sql;
  readonly #owner: string;

  constructor(sql: Sql, owner: string) {
    this.#sql = sql;
    this.#owner = owner;
  }

  /** Inserts the rows of new reconcilers. They are due at once. */
  async register(scheduled: readonly Scheduled[]): Promise<void> {
    await this.#sql.query(REGISTER, {
      names: scheduled.map(({ name }) => name),
      lanes: scheduled.map(({ lane }) => lane),
    });
  }

  /** Takes due reconcilers: those without lanes first, because there is one of each, then longest due first. */
  async take(names: readonly string[], limit: number): Promise<string[]> {
    const rows = await this.#sql.query(TAKE, { lease_owner: this.#owner, names, limit });
    return rows.map((row) => row.name);
  }

  /** @returns those that are still this process's. Another one has the others */
  async prolong(names: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#sql.query(PROLONG, { names, lease_owner: this.#owner });
    return new Set(rows.map((row) => row.name));
  }

  /** Writes the ends of runs. */
  async finish(ended: readonly Ended[]): Promise<void> {
    const names = ended.map(({ name }) => name);
    await this.#sql.query(FINISH, {
      lease_owner: this.#owner,
      names,
      due_ms: ended.map(({ dueMs }) => dueMs),
      took_ms: ended.map(({ tookMs }) => Math.round(tookMs)),
      last_errors: ended.map(({ error }) => error),
    });
  }

  /** Releases an unfinished reconciler. It is still due. */
  async release(name: string): Promise<void> {
    await this.#sql.query(RELEASE, { name, lease_owner: this.#owner });
  }
}
