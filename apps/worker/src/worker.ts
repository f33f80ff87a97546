import type { Configuration } from "@fulmar/config";
import { checkSites, createWorkerServices, reconcilers, sagas } from "@fulmar/core";
import { type Logger, runReconcilers, runWorker } from "@fulmar/engine";
import type { Database } from "@fulmar/prisma";

/**
 * How long running steps may take to finish once the worker is asked to stop: an orderly stop fits into ten seconds.
 */
const GRACE_MS = 5_000;

/**
 * Carries operations out and runs the reconcilers, until stopped. As many workers as wanted share one database. Every
 * site is compared with the database before the first operation is taken: one that was restored from a backup has
 * operations that were carried out long ago.
 * @returns `stop`, which finishes the running steps and leaves everything else to other workers at once
 */
export async function startWorker({
  database,
  configuration,
  logger,
}: {
  database: Database;
  configuration: Configuration;
  logger: Logger;
}): Promise<{
  stop(): Promise<void>;
}> {
  const services = createWorkerServices(database, configuration);
  await checkSites(services, logger);
  const worker = runWorker({ database, sagas, services, logger });
  const repair = runReconcilers({ database, reconcilers, services, logger });
  return {
    async stop() {
      await Promise.all([worker.stop({ graceMs: GRACE_MS }), repair.stop()]);
      await services.close();
    },
  };
}
