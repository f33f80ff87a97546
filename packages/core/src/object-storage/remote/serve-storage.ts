import { type Logger, listen } from "@fulmar/engine";
import type { WorkerServices } from "../../work/worker-services.ts";
import { applyStorage, type DueOwner, TAKEN_FOR_MS, takeDueOwners } from "./apply-storage.ts";
import { STORAGE_CHANNEL } from "./reserve-bucket.ts";

/** The most workspaces that a worker has under way, each in one region. */
const MOST = 8;
const POLL_MS = 1_000;

/** The storage of regions with servers of their own, as a worker keeps it up to date. */
export interface StorageService {
  /** Ends what is under way. Other workers take it up. */
  stop(): Promise<void>;
}

/**
 * Keeps the storage of workspaces up to date as it changes, so that a new bucket or key works at once and an ended key
 * is refused at once. Any number of workers may do so: each workspace is taken by one at a time.
 */
export function serveStorage(
  { database, secrets }: Pick<WorkerServices, "database" | "secrets">,
  logger: Logger,
): StorageService {
  const { sql } = database;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let again = false;

  const takeAll = async () => {
    do {
      again = false;
      const free = MOST - underWay.size;
      if (free <= 0) return;
      const taken = await takeDueOwners(sql, free);
      for (const due of taken) begin(due);
      if (taken.length === free) again = true;
    } while (again && !stopping.signal.aborted);
  };

  const wake = () => {
    again = true;
    if (stopping.signal.aborted) return;
    taking ??= takeAll()
      .catch((error: unknown) => logger.error({ err: error }, "storage that has changed could not be read"))
      .finally(() => {
        taking = undefined;
      });
  };

  const begin = (due: DueOwner) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TAKEN_FOR_MS)]);
    const ending = applyStorage(sql, secrets, due, signal)
      .catch((error: unknown) => {
        const { region, workspace_id } = due;
        if (!stopping.signal.aborted)
          logger.error(
            { err: error, region, workspace_id },
            "the storage of a workspace could not be brought up to date",
          );
      })
      .finally(() => {
        underWay.delete(ending);
        wake();
      });
    underWay.add(ending);
  };

  const listening = listen(database, STORAGE_CHANNEL, wake, logger, stopping.signal);
  // Finds what is due by time, notifications that were missed, and what a worker that died has left.
  const poll = setInterval(wake, POLL_MS);
  return {
    async stop() {
      stopping.abort();
      clearInterval(poll);
      await taking;
      await Promise.all(underWay);
      await listening;
    },
  };
}
