import "./disk-threads.ts";

import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { inheritedSocket, loadConfiguration } from "@fulmar/config";
import { createLogger, runProgram } from "@fulmar/http";
import { openDatabase } from "@fulmar/prisma";
import { startTracing } from "@fulmar/tracing";
import { buildObjectStore } from "./server.ts";

const SWEEP_EVERY_MS = 60_000;
const SCRUB_EVERY_MS = 3_600_000;

await runProgram(loadConfiguration, async (configuration, leaving) => {
  const logger = createLogger({ app: "object-store", level: configuration.logLevel });
  const tracing = await startTracing({ service: "fulmar-object-store", ...configuration.tracing, logger });
  const database = openDatabase(configuration.databaseUrl, { program: "object-store", ...configuration.connecting });
  const store = await buildObjectStore({ database, configuration, logger, leaving });
  const sweeping = nowAndThen(() => store.sweep(), SWEEP_EVERY_MS, "files that no object names could not be swept");
  const scrubbing = nowAndThen(() => store.scrub(), SCRUB_EVERY_MS, "the files of objects could not be reread");

  async function nowAndThen(work: () => Promise<void>, everyMs: number, failure: string) {
    while (!leaving.aborted) {
      await work().catch((error: unknown) => logger.error({ err: error }, failure));
      await delay(everyMs, undefined, { signal: leaving }).catch(() => undefined);
    }
  }

  const { host, objectStorePort: port, objectPortShared: reusePort } = configuration;
  store.server.listen({ host, port, reusePort, ...inheritedSocket() });
  await once(store.server, "listening");
  logger.info({ port }, "the object store listens");
  return {
    drainMs: configuration.drainMs,
    // Accepts no new connections, answers all requests in flight, then closes the database.
    async stop() {
      await store.close();
      await Promise.all([sweeping, scrubbing]);
      await database.close();
      await tracing.end();
    },
  };
});
