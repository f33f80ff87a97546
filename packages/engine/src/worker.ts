import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Database, statement } from "@fulmar/prisma";
import { watched } from "@fulmar/tracing";
import { Heartbeat } from "./heartbeat.ts";
import { Intake } from "./intake.ts";
import { WorkerStopping } from "./interruption.ts";
import { Lanes } from "./lanes.ts";
import { HEARTBEAT_MS, LeaseLost } from "./lease.ts";
import type { Logger } from "./logger.ts";
import type { OperationState } from "./operation-state.ts";
import type { OperationEnd, Run, WorkerContext } from "./run.ts";
import { runOperation } from "./run-operation.ts";
import type { Saga } from "./saga.ts";
import { listen, OPERATION_CHANNEL } from "./wake-up.ts";

/** The fallback for missed notifications, and the wake-up for operations of crashed workers. */
const POLL_MS = 1_000;
const GRACE_MS = 20_000;

export interface WorkerOptions<Services> {
  readonly database: Database;
  readonly sagas: readonly Saga<Services>[];
  readonly services: Services;
  readonly logger: Logger;
  /**
   * The most operations in flight that do not wait for their sites. Default 16. The pool should have a few connections
   * more.
   */
  readonly concurrency?: number;
  /** Told of each operation that ended. */
  readonly onEnd?: (end: OperationEnd) => void;
}

export interface Worker {
  /**
   * Claims nothing new, lets running steps finish (aborts them after `graceMs`, default 20,000), and releases the rest
   * for other workers at once.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
}

/** Starts a worker in this process. It claims due operations and runs several at a time. */
export function runWorker<Services>({
  database,
  sagas,
  services,
  logger,
  concurrency = 16,
  onEnd,
}: WorkerOptions<Services>): Worker {
  const byName = sagasByName(sagas);
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  const runs = new Map<string, Run>();
  const endings = new Set<Promise<void>>();
  const stopping = new AbortController();
  const heartbeat = new Heartbeat(database.sql, owner, runs, logger);
  const lanes = new Lanes(runs, concurrency);
  const intake = new Intake({
    sql: database.sql,
    owner,
    sagas: [...byName.keys()],
    logger,
    batch: Math.ceil(concurrency / 4),
    inFlight: () => [...runs.keys()],
    room: () => lanes.room(),
    start,
  });
  const worker: WorkerContext = {
    database,
    services,
    logger,
    owner,
    onEnd,
    isStopping: () => stopping.signal.aborted,
    wakeIn(ms) {
      if (ms < POLL_MS) setTimeout(() => intake.wake(), Math.max(0, ms) + 1).unref();
    },
  };

  function start(state: OperationState): void {
    const saga = byName.get(state.saga);
    if (saga === undefined)
      throw new Error(`The worker claimed an operation of the saga ${state.saga}, which it does not have.`);
    const run: Run = {
      worker,
      saga,
      state,
      cancel: new AbortController(),
      gone: new AbortController(),
      renewedAt: performance.now(),
      stepBeganAt: undefined,
    };
    runs.set(state.operationId, run);
    const ending = carryOut(run).finally(() => {
      runs.delete(state.operationId);
      endings.delete(ending);
      intake.fill();
    });
    endings.add(ending);
  }

  const listening = listen(
    database,
    OPERATION_CHANNEL,
    (payload) => {
      // The id of an operation that runs here means a cancel. The heartbeat passes it on to the run.
      if (runs.has(payload)) void heartbeat.beat();
      intake.wake();
    },
    logger,
    stopping.signal,
  );
  const poll = setInterval(() => intake.wake(), POLL_MS);
  const pulse = setInterval(() => void heartbeat.beat(), HEARTBEAT_MS);
  intake.wake();

  return {
    async stop({ graceMs = GRACE_MS } = {}) {
      stopping.abort();
      clearInterval(poll);
      const patience = setTimeout(() => {
        for (const run of runs.values()) run.gone.abort(new WorkerStopping());
      }, graceMs);
      await intake.close();
      await Promise.all(endings);
      clearTimeout(patience);
      clearInterval(pulse);
      await listening;
      await tellOthers(database, logger);
    },
  };
}

const NOTIFY = statement("engine_notify", `SELECT pg_notify('${OPERATION_CHANNEL}', '')::text`);

/** Other workers look for themselves once a second. */
async function tellOthers(database: Database, logger: Logger): Promise<void> {
  try {
    await database.sql.query(NOTIFY);
  } catch (error) {
    logger.warn({ err: error }, "other workers could not be told of the operations that are free");
  }
}

async function carryOut(run: Run): Promise<void> {
  const fields = { operation_id: run.state.operationId, saga: run.state.saga };
  try {
    const attributes = { "fulmar.operation_id": fields.operation_id, "fulmar.resource_id": run.state.resourceId };
    const work = { kind: "operation", name: run.state.saga, attributes } as const;
    await watched(work, () => runOperation(run), run.state.traceparent);
  } catch (error) {
    // Either way nothing more is written. The lease expires, and the operation continues from its last recorded step.
    if (error instanceof LeaseLost) run.worker.logger.warn(fields, "an operation went to another worker");
    else
      run.worker.logger.error(
        { ...fields, err: error },
        "an operation stopped on an error of the engine or its database and is resumed later",
      );
  }
}

function sagasByName<Services>(sagas: readonly Saga<Services>[]): ReadonlyMap<string, Saga> {
  const byName = new Map<string, Saga>();
  for (const saga of sagas) {
    if (byName.has(saga.name)) throw new Error(`Two sagas are named ${saga.name}.`);
    byName.set(saga.name, saga);
  }
  return byName;
}
