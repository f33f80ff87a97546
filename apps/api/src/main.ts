import { createCore } from "@fulmar/core";
import { createLogger, runProgram } from "@fulmar/http";
import { openDatabase } from "@fulmar/prisma";
import { buildServer } from "./server.ts";

await runProgram(async (configuration, leaving) => {
  const logger = createLogger({ app: "api", level: configuration.logLevel, batches: true });
  const database = openDatabase(configuration.databaseUrl);
  const { core, close } = createCore({ database, configuration, logger });
  const server = await buildServer({ core, database, configuration, logger, leaving });
  await server.listen({ host: configuration.host, port: configuration.apiPort });
  return {
    drainMs: configuration.drainMs,
    // No new connections; every request in flight is answered, and then the database is let go.
    async stop() {
      await server.close();
      await close();
      await database.close();
    },
  };
});
