import type { Configuration } from "@fulmar/config";
import {
  answerSiteQuestions,
  checkSites,
  createWorkerServices,
  reconcilers,
  sagas,
  serveStorage,
  serveWebhooks,
} from "@fulmar/core/worker";
import { type Logger, type OperationEnd, runReconcilers, runWorker } from "@fulmar/engine";
import type { Database } from "@fulmar/prisma";
import { serveMetadata } from "./metadata/serve-metadata.ts";
import type { WorkerMetrics } from "./metrics.ts";
import { serveTerminals } from "./terminals.ts";

/** How long running steps may take after the worker was asked to stop. A graceful stop takes less than ten seconds. */
const GRACE_MS = 5_000;

/**
 * Carries out operations, runs the reconcilers, answers what requests ask of sites, brings terminals to the API, serves
 * machines their metadata and keeps the storage of regions up to date, until stopped. Any number of workers can share a database. Before it claims
 * an operation, it compares every site with the database, because a restored database has operations that were carried
 * out long ago.
 * @returns `stop`, which finishes the running steps and immediately leaves everything else to other workers
 */
export async function startWorker({
  database,
  configuration,
  logger,
  metrics,
}: {
  database: Database;
  configuration: Configuration;
  logger: Logger;
  metrics?: WorkerMetrics;
}): Promise<{
  stop(): Promise<void>;
}> {
  const services = createWorkerServices(database, configuration);
  await checkSites(services, logger);
  const qemuImg = await services.qemuImg();
  if (typeof qemuImg === "string")
    logger.warn({ reason: qemuImg }, "files of images are checked by their headers alone, and none is converted");
  const onEnd = metrics && ((end: OperationEnd) => metrics.operationEnded(end));
  const worker = runWorker({ database, sagas, services, logger, ...(onEnd && { onEnd }) });
  const questions = answerSiteQuestions(services, logger);
  const metadata = serveMetadata(services, configuration, logger);
  const storage = serveStorage(services, logger);
  const terminals = serveTerminals(services, logger);
  const webhooks = serveWebhooks(services, logger);
  const repair = runReconcilers({ database, reconcilers, services, logger });
  return {
    async stop() {
      const others = [repair, questions, metadata, storage, terminals, webhooks].map((each) => each.stop());
      await Promise.all([worker.stop({ graceMs: GRACE_MS }), ...others]);
      await services.close();
    },
  };
}
