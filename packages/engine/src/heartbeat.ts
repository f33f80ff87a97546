import { type Sql, statement } from "@fulmar/prisma";
import { CancelRequested } from "./interruption.ts";
import { LEASE_MS, LeaseLost } from "./lease.ts";
import type { Logger } from "./logger.ts";
import type { Run } from "./run.ts";

const HEARTBEAT = statement(
  "engine_heartbeat",
  `UPDATE operation SET lease_until = now() + ${LEASE_MS} * interval '1 millisecond'
    WHERE operation_id = ANY($operation_ids) AND lease_owner = $lease_owner AND finished_at IS NULL
    RETURNING operation_id, cancel_requested_at IS NOT NULL AND cancellable AS cancel_requested`,
);

/** Renews all leases of a worker in one statement, and tells the runs about cancels and lost leases. */
export class Heartbeat {
  readonly #sql: Sql;
  readonly #owner: string;
  readonly #runs: ReadonlyMap<string, Run>;
  readonly #logger: Logger;
  #beating: boolean = false;
  #again: boolean = false;

  constructor(sql: Sql, owner: string, runs: ReadonlyMap<string, Run>, logger: Logger) {
    this.#sql = sql;
    this.#owner = owner;
    this.#runs = runs;
    this.#logger = logger;
  }

  async beat(): Promise<void> {
    this.#expire();
    if (this.#beating) {
      this.#again = true;
      return;
    }
    this.#beating = true;
    try {
      do {
        this.#again = false;
        await this.#prolong();
      } while (this.#again);
    } catch (error) {
      this.#logger.error({ err: error }, "leases could not be prolonged");
    } finally {
      this.#beating = false;
    }
  }

  async #prolong(): Promise<void> {
    const asked = [...this.#runs.values()];
    if (asked.length === 0) return;
    const sentAt = performance.now();
    const rows = await this.#sql.query(HEARTBEAT, {
      lease_owner: this.#owner,
      operation_ids: asked.map((run) => run.state.operationId),
    });
    const held = new Map(rows.map((row) => [row.operation_id, row]));
    for (const run of asked) {
      const row = held.get(run.state.operationId);
      if (row === undefined) run.gone.abort(new LeaseLost(run.state.operationId));
      else run.renewedAt = sentAt;
      if (row?.cancel_requested) run.cancel.abort(new CancelRequested());
    }
  }

  /**
   * If the database has not answered for the length of a lease, another worker may have begun, so this one must end.
   */
  #expire(): void {
    const oldest = performance.now() - LEASE_MS;
    for (const run of this.#runs.values()) {
      if (run.renewedAt < oldest) run.gone.abort(new LeaseLost(run.state.operationId));
    }
  }
}
