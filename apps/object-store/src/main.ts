import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { loadConfiguration } from "@fulmar/config";
import { createLogger, runProgram } from "@fulmar/http";
import { openDatabase } from "@fulmar/prisma";
import { buildObjectStore } from "./server.ts";

const SWEEP_EVERY_MS = 60_000;

await runProgram(loadConfiguration, async (configuration, leaving) => {
  const logger = createLogger({ app: "object-store", level: configuration.logLevel });
  const database = openDatabase(configuration.databaseUrl);
  const store = await buildObjectStore({ database, configuration, logger, leaving });
  const sweeping = sweepNowAndThen();

  async function sweepNowAndThen() {
    while (!leaving.aborted) {
      await store
        .sweep()
        .catch((error: unknown) => logger.error({ err: error }, "files that no object names could not be swept"));
      await delay(SWEEP_EVERY_MS, undefined, { signal: leaving }).catch(() => undefined);
    }
  }

  store.server.listen(configuration.objectStorePort, configuration.host);
  await once(store.server, "listening");
  logger.info({ port: configuration.objectStorePort }, "the object store listens");
  return {
    drainMs: configuration.drainMs,
    // Accepts no new connections, answers all requests in flight, then closes the database.
    async stop() {
      await store.close();
      await sweeping;
      await database.close();
    },
  };
});
