import type { Reconciler } from "@fulmar/engine";
import type { EdgePurge } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/retry-delay.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { type DuePurges, MOST_PATHS, PurgeQueue } from "./purge-queue.ts";

const DELAY = { firstMs: 1_000, mostMs: 60_000 };
const MOST_ATTEMPTS = 8;
/** How long a purge waits for its distribution to be deployed before it looks again. */
const DEPLOYING_MS = 2_000;
const FORGET_BATCH = 5_000;

/**
 * Carries purges out: those that wait for the same distribution become one, however many they are, so that nobody need
 * be refused.
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
