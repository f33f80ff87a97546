import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigurationError, loadConfiguration } from "@fulmar/config";
import { openDatabase } from "@fulmar/prisma";
import { createLogger } from "./logger.ts";
import { buildObjectStore } from "./server.ts";

const SWEEP_EVERY_MS = 60_000;

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
  const leaving = new AbortController();
  const store = await buildObjectStore({ database, configuration, logger, leaving: leaving.signal });
  const sweeping = sweepNowAndThen();

  async function sweepNowAndThen() {
    while (!leaving.signal.aborted) {
      await store
        .sweep()
        .catch((error: unknown) => logger.error({ err: error }, "files that nothing names could not be swept"));
      await delay(SWEEP_EVERY_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
  }

  // As the API ends: told first, then no new connections, and every request in flight is answered.
  const stop = async () => {
    leaving.abort();
    await delay(configuration.drainMs);
    await store.close();
    await sweeping;
    await database.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait.
      if (leaving.signal.aborted) process.exit(1);
      void stop();
    });
  }

  store.server.listen(configuration.objectStorePort, configuration.host);
  await once(store.server, "listening");
  logger.info({ port: configuration.objectStorePort }, "the object store listens");
}
