import { randomUUID } from "node:crypto";
import { type Database, statement } from "@fulmar/prisma";
import { HEARTBEAT_MS, LEASE_MS, LeaseLost } from "./lease.ts";
import type { Logger } from "./logger.ts";

/** A periodic job without input: it looks at what is and repairs it, on the normal path and after a failure alike. */
export interface Reconciler<Services = unknown> {
  /** Unique in the installation: the row of this name is its schedule. */
  readonly name: string;
  /** Pause from the end of one run to the beginning of the next, in the whole installation. */
  readonly everyMs: number;
  /** Aborted when the worker stops or another one took over: end soon. */
  run(services: Services, signal: AbortSignal): Promise<void>;
}

export interface ReconcilerOptions<Services> {
  readonly database: Database;
  readonly reconcilers: readonly Reconciler<Services>[];
  readonly services: Services;
  readonly logger: Logger;
}

const LEASE = `now() + ${LEASE_MS} * interval '1 millisecond'`;

const TAKE = statement(
  "engine_reconciler_take",
  `INSERT INTO reconciler AS r (name, lease_owner, lease_until) VALUES ($1, $2, ${LEASE})
       ON CONFLICT (name) DO UPDATE SET lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
    WHERE r.run_at <= now() AND (r.lease_until IS NULL OR r.lease_until < now())
   RETURNING name`,
);
const PROLONG = statement("engine_reconciler_prolong", `UPDATE reconciler SET lease_until = ${LEASE} WHERE name = $1 AND lease_owner = $2 RETURNING name`);
const DONE = statement(
  "engine_reconciler_done",
  `UPDATE reconciler SET lease_owner = NULL, lease_until = NULL, finished_at = now(), last_error = $4, run_at = now() + $3::float8 * interval '1 millisecond'
    WHERE name = $1 AND lease_owner = $2`,
);

/** Looks this often whether a reconciler is due, at most. */
const LOOK_MS = 1_000;

/** Runs reconcilers on their periods, each by at most one worker at a time; an error is logged and the next period tries again. */
export function runReconcilers<Services>({ database, reconcilers, services, logger }: ReconcilerOptions<Services>): { stop(): Promise<void> } {
  const owner = randomUUID();
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function runIfDue(reconciler: Reconciler<Services>): Promise<void> {
    try {
      const taken = await database.sql.query(TAKE, [reconciler.name, owner]);
      if (taken.length > 0) await runOnce(reconciler);
    } catch (error) {
      logger.error({ reconciler: reconciler.name, err: error }, "a reconciler could not be scheduled");
    }
  }

  async function runOnce(reconciler: Reconciler<Services>): Promise<void> {
    const lost = new AbortController();
    let renewedAt = performance.now();
    const pulse = setInterval(async () => {
      const sentAt = performance.now();
      // Without an answer from the database for as long as a lease lasts, another worker may have begun.
      if (sentAt - renewedAt > LEASE_MS) lost.abort(new LeaseLost(reconciler.name));
      if (await prolong(reconciler.name, lost)) renewedAt = sentAt;
    }, HEARTBEAT_MS);
    let failure: unknown;
    try {
      await reconciler.run(services, AbortSignal.any([stopping.signal, lost.signal]));
    } catch (error) {
      failure = error;
      logger.error({ reconciler: reconciler.name, err: error }, "a reconciler failed and runs again next period");
    } finally {
      clearInterval(pulse);
    }
    await database.sql.query(DONE, [reconciler.name, owner, reconciler.everyMs, failure === undefined ? null : String(failure)]);
  }

  async function prolong(name: string, lost: AbortController): Promise<boolean> {
    try {
      const held = await database.sql.query(PROLONG, [name, owner]);
      if (held.length === 0) lost.abort(new LeaseLost(name));
      return held.length > 0;
    } catch (error) {
      logger.error({ reconciler: name, err: error }, "a reconciler's lease could not be prolonged");
      return false;
    }
  }

  function look(): void {
    for (const reconciler of reconcilers) {
      if (running.has(reconciler.name)) continue;
      const run = runIfDue(reconciler).finally(() => running.delete(reconciler.name));
      running.set(reconciler.name, run);
    }
  }

  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
