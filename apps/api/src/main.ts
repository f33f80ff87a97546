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
  const server = await buildServer({ core, database, configuration, logger });

  // A graceful end: no new connections, every request in flight is answered, then the database is let go.
  const stop = async () => {
    await server.close();
    await close();
    await database.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());

  await server.listen({ host: configuration.host, port: configuration.apiPort });
}
