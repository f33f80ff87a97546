import { randomUUID } from "node:crypto";
import type { Database } from "@fulmar/prisma";
import { watched } from "@fulmar/tracing";
import { attempt } from "./attempt.ts";
import { WorkerStopping } from "./interruption.ts";
import { HEARTBEAT_MS, LEASE_MS, LeaseLost } from "./lease.ts";
import type { Logger } from "./logger.ts";
import { ReconcilerLeases } from "./reconciler-lease.ts";

/**
 * A periodic job without input. It compares the actual state with the wanted one and repairs differences, both normally
 * and after a failure.
 */
export interface Reconciler<Services = unknown> {
  /** Unique in the installation: its row is the schedule. */
  readonly name: string;
  /** Pause from the end of one run to the beginning of the next, in the whole installation. */
  readonly everyMs: number;
  /** `everyMs` is from the beginning of one run to the beginning of the next, for what must not become rarer as it takes longer. */
  readonly steady?: true;
  /** `signal` is aborted when the worker stops or another one took over. Return or throw soon then. */
  run(services: Services, signal: AbortSignal): Promise<void>;
}

export interface ReconcilerOptions<Services> {
  readonly database: Database;
  readonly reconcilers: readonly Reconciler<Services>[];
  readonly services: Services;
  readonly logger: Logger;
}

/** How often the process checks for due reconcilers. */
const LOOK_MS = 1_000;

/**
 * Runs reconcilers periodically, each on at most one worker at a time. An error is logged, and the next period tries
 * again.
 * @returns `stop`, which interrupts running reconcilers and releases them to other workers at once
 */
export function runReconcilers<Services>({ database, reconcilers, services, logger }: ReconcilerOptions<Services>): {
  stop(): Promise<void>;
} {
  const leases = new ReconcilerLeases(database.sql, randomUUID());
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let registered = false;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    try {
      if (!registered) await leases.register(reconcilers.map(({ name }) => name));
      registered = true;
      const free = reconcilers.filter(({ name }) => !running.has(name));
      const taken = await leases.take(free.map(({ name }) => name));
      for (const reconciler of free) {
        if (!taken.includes(reconciler.name)) continue;
        const run = carryOut(reconciler).finally(() => running.delete(reconciler.name));
        running.set(reconciler.name, run);
      }
    } catch (error) {
      logger.error({ err: error }, "reconcilers could not be scheduled; the next look tries again");
    }
  }

  async function carryOut(reconciler: Reconciler<Services>): Promise<void> {
    const { name } = reconciler;
    const began = performance.now();
    const finish = (error: string | null) => {
      const passedMs = reconciler.steady ? performance.now() - began : 0;
      return leases.finish(name, Math.max(0, reconciler.everyMs - passedMs), error);
    };
    let end = () => finish(null);
    try {
      await watched({ kind: "reconciler", name }, () => runOnce(reconciler));
    } catch (error) {
      end = endAfter(name, error, finish);
    }
    try {
      await end();
    } catch (error) {
      logger.error(
        { reconciler: name, err: error },
        "the end of a reconciler could not be recorded; it is due again when its lease runs out",
      );
    }
  }

  function endAfter(name: string, error: unknown, finish: (error: string) => Promise<void>): () => Promise<void> {
    if (error instanceof WorkerStopping) return () => leases.release(name);
    if (error instanceof LeaseLost) logger.warn({ reconciler: name }, "a reconciler went to another worker");
    else logger.error({ reconciler: name, err: error }, "a reconciler failed and runs again next period");
    return () => finish(String(error));
  }

  async function runOnce(reconciler: Reconciler<Services>): Promise<void> {
    const lost = new AbortController();
    let renewedAt = performance.now();
    const pulse = setInterval(async () => {
      const sentAt = performance.now();
      // If the database has not answered for the length of a lease, another worker may have begun.
      if (sentAt - renewedAt > LEASE_MS) lost.abort(new LeaseLost(reconciler.name));
      try {
        if (await leases.prolong(reconciler.name)) renewedAt = sentAt;
        else lost.abort(new LeaseLost(reconciler.name));
      } catch (error) {
        logger.error({ reconciler: reconciler.name, err: error }, "a reconciler's lease could not be prolonged");
      }
    }, HEARTBEAT_MS);
    try {
      await attempt(async (signal) => reconciler.run(services, signal), {
        signals: [stopping.signal, lost.signal],
        limits: [],
        logger,
      });
    } finally {
      clearInterval(pulse);
    }
  }

  const lookNext = () => {
    looking = looking.then(() => (stopping.signal.aborted ? undefined : look()));
  };
  const timer = setInterval(lookNext, LOOK_MS);
  lookNext();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort(new WorkerStopping());
      await looking;
      await Promise.all(running.values());
    },
  };
}
