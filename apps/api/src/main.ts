import { setTimeout as delay } from "node:timers/promises";
import { ConfigurationError, loadConfiguration } from "@fulmar/config";
import { createCore } from "@fulmar/core";
import { openDatabase } from "@fulmar/prisma";
import { createLogger } from "./logger.ts";
import { buildServer } from "./server.ts";

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main() {
  const configuration = loadConfiguration();
  const logger = createLogger(configuration.logLevel);
  const database = openDatabase(configuration.databaseUrl);
  const { core, close } = createCore({ database, configuration, logger });
  const leaving = new AbortController();
  const server = await buildServer({ core, database, configuration, logger, leaving: leaving.signal });

  // A graceful end: load balancers are told and given time to turn away, since the kernel resets connections that wait
  // in the queue of a socket that closes; then no new connections, every request in flight is answered, and the
  // database is let go.
  const stop = async () => {
    leaving.abort();
    await delay(configuration.drainMs);
    await server.close();
    await close();
    await database.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait.
      if (leaving.signal.aborted) process.exit(1);
      void stop();
    });
  }

  await server.listen({ host: configuration.host, port: configuration.apiPort });
}
