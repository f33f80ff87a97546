import { type Sql, statement } from "@fulmar/prisma";
import { LEASE_MS } from "./lease.ts";

const LEASE = `now() + ${LEASE_MS} * interval '1 millisecond'`;

const REGISTER = statement(
  "engine_reconciler_register",
  "INSERT INTO reconciler (name, lane) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
);
const TAKE = statement(
  "engine_reconciler_take",
  `UPDATE reconciler SET lease_owner = $1, lease_until = ${LEASE}
    WHERE name IN (SELECT name FROM reconciler WHERE name = ANY($2) AND run_at <= now() AND (lease_until IS NULL OR lease_until < now())
                    ORDER BY lane IS NOT NULL, run_at LIMIT $3 FOR UPDATE SKIP LOCKED)
   RETURNING name`,
);
const PROLONG = statement(
  "engine_reconciler_prolong",
  `UPDATE reconciler SET lease_until = ${LEASE} WHERE name = ANY($1) AND lease_owner = $2 RETURNING name`,
);
const FINISH = statement(
  "engine_reconciler_finish",
  `UPDATE reconciler r SET lease_owner = NULL, lease_until = NULL, finished_at = now(), last_error = ended.error,
          run_at = now() + ended.due_ms * interval '1 millisecond'
     FROM unnest($2::text[], $3::float8[], $4::text[]) AS ended (name, due_ms, error) WHERE r.name = ended.name AND r.lease_owner = $1`,
);
const RELEASE = statement(
  "engine_reconciler_release",
  "UPDATE reconciler SET lease_owner = NULL, lease_until = NULL WHERE name = $1 AND lease_owner = $2",
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
    await this.#sql.query(REGISTER, [scheduled.map(({ name }) => name), scheduled.map(({ lane }) => lane)]);
  }

  /** Takes due reconcilers: those without lanes first, because there is one of each, then longest due first. */
  async take(names: readonly string[], limit: number): Promise<string[]> {
    const rows = await this.#sql.query(TAKE, [this.#owner, names, limit]);
    return rows.map((row) => row.name);
  }

  /** @returns those that are still this process's. Another one has the others */
  async prolong(names: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#sql.query(PROLONG, [names, this.#owner]);
    return new Set(rows.map((row) => row.name));
  }

  /** Writes the ends of runs. */
  async finish(ended: readonly Ended[]): Promise<void> {
    const names = ended.map(({ name }) => name);
    await this.#sql.query(FINISH, [
      this.#owner,
      names,
      ended.map(({ dueMs }) => dueMs),
      ended.map(({ error }) => error),
    ]);
  }

  /** Releases an unfinished reconciler. It is still due. */
  async release(name: string): Promise<void> {
    await this.#sql.query(RELEASE, [name, this.#owner]);
  }
}
