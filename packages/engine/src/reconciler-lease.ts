import { type Sql, statement } from "@fulmar/prisma";
import { LEASE_MS } from "./lease.ts";

const LEASE = `now() + ${LEASE_MS} * interval '1 millisecond'`;

const REGISTER = statement(
  "engine_reconciler_register",
  "INSERT INTO reconciler (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING",
);
const TAKE = statement(
  "engine_reconciler_take",
  `UPDATE reconciler SET lease_owner = $1, lease_until = ${LEASE}
    WHERE name IN (SELECT name FROM reconciler WHERE name = ANY($2) AND run_at <= now() AND (lease_until IS NULL OR lease_until < now())
                      FOR UPDATE SKIP LOCKED)
   RETURNING name`,
);
const PROLONG = statement(
  "engine_reconciler_prolong",
  `UPDATE reconciler SET lease_until = ${LEASE} WHERE name = $1 AND lease_owner = $2 RETURNING name`,
);
const FINISH = statement(
  "engine_reconciler_finish",
  `UPDATE reconciler SET lease_owner = NULL, lease_until = NULL, finished_at = now(), last_error = $4, run_at = now() + $3::float8 * interval '1 millisecond'
    WHERE name = $1 AND lease_owner = $2`,
);
const RELEASE = statement(
  "engine_reconciler_release",
  "UPDATE reconciler SET lease_owner = NULL, lease_until = NULL WHERE name = $1 AND lease_owner = $2",
);

/** The leases of this process on reconcilers. As with operations, a lease lasts 10 seconds unless it is renewed. */
export class ReconcilerLeases {
  readonly #sql: Sql;
  readonly #owner: string;

  constructor(sql: Sql, owner: string) {
    this.#sql = sql;
    this.#owner = owner;
  }

  /** Inserts the rows of new reconcilers. They are due at once. */
  async register(names: readonly string[]): Promise<void> {
    await this.#sql.query(REGISTER, [names]);
  }

  /** Takes the due reconcilers, in one statement. */
  async take(names: readonly string[]): Promise<string[]> {
    const rows = await this.#sql.query(TAKE, [this.#owner, names]);
    return rows.map((row) => row.name);
  }

  /** @returns false when another process has it */
  async prolong(name: string): Promise<boolean> {
    const rows = await this.#sql.query(PROLONG, [name, this.#owner]);
    return rows.length > 0;
  }

  /** Ends a run. The next is due in `everyMs`. */
  async finish(name: string, everyMs: number, error: string | null): Promise<void> {
    await this.#sql.query(FINISH, [name, this.#owner, everyMs, error]);
  }

  /** Releases an unfinished reconciler. It is still due. */
  async release(name: string): Promise<void> {
    await this.#sql.query(RELEASE, [name, this.#owner]);
  }
}
