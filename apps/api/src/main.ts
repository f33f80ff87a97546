import { inheritedSocket, loadConfiguration } from "@fulmar/config";
import { createCore, edgeDoor, paymentDoor } from "@fulmar/core";
import { createLogger, listenForMetrics, runProgram } from "@fulmar/http";
import { openDatabase } from "@fulmar/prisma";
import { startTracing } from "@fulmar/tracing";
import { Metrics } from "./metrics.ts";
import { buildServer } from "./server.ts";

await runProgram(loadConfiguration, async (configuration, leaving) => {
  const logger = createLogger({ app: "api", level: configuration.logLevel, batches: true });
  const tracing = await startTracing({ service: "fulmar-api", ...configuration.tracing, logger });
  const database = openDatabase(configuration.databaseUrl, { program: "api", ...configuration.connecting });
  const { core, close } = createCore({ database, configuration, logger });
  const edges = edgeDoor({ database, configuration, logger });
  const payments = paymentDoor({ database, configuration });
  const metrics = new Metrics({ database, logger });
  const server = await buildServer({ core, edges, payments, database, configuration, logger, metrics, leaving });
  const { metricsHost: host, apiMetricsPort: port } = configuration;
  const metricsListener = await listenForMetrics({ source: metrics, host, port, logger });
  await server.listen({ host: configuration.host, port: configuration.apiPort, ...inheritedSocket() });
  return {
    drainMs: configuration.drainMs,
    // Accepts no new connections, answers all requests in flight, then closes the database.
    async stop() {
      await server.close();
      await metricsListener.close();
      await edges.close();
      await close();
      await database.close();
      await tracing.end();
    },
  };
});
