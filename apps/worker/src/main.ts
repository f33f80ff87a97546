import { loadConfiguration } from "@fulmar/config";
import { createLogger, listenForMetrics, runProgram } from "@fulmar/http";
import { openDatabase } from "@fulmar/prisma";
import { observeWork, startTracing } from "@fulmar/tracing";
import { WorkerMetrics } from "./metrics.ts";
import { startWorker } from "./worker.ts";

await runProgram(loadConfiguration, async (configuration) => {
  // Log lines about an operation contain its `operation_id`.
  const logger = createLogger({ app: "worker", level: configuration.logLevel });
  const tracing = await startTracing({ service: "fulmar-worker", ...configuration.tracing, logger });
  // One connection for each of the 16 operations in flight, and some for claims, heartbeats and reconcilers.
  const database = openDatabase(configuration.databaseUrl, {
    ...{ max: 20, program: "worker" },
    ...configuration.connecting,
  });
  const { metricsHost: host, workerMetricsPort: port } = configuration;
  const metrics = port === undefined ? undefined : new WorkerMetrics();
  if (metrics !== undefined) observeWork(metrics.workEnded);
  const worker = await startWorker({ database, configuration, logger, ...(metrics && { metrics }) });
  const metricsListener =
    metrics === undefined || port === undefined
      ? undefined
      : await listenForMetrics({ source: metrics, host, port, logger });
  logger.info("the worker takes operations");
  if (configuration.mail.delivery === "files")
    logger.info(
      { folder: configuration.mail.folder },
      "e-mails are written as files, because FULMAR_SMTP_URL is not set",
    );
  return {
    // If the process is killed instead, other workers resume its operations.
    async stop() {
      await worker.stop();
      await metricsListener?.close();
      await database.close();
      await tracing.end();
      logger.info("the worker has stopped");
    },
  };
});
