import { ConfigurationError, loadConfiguration } from "@fulmar/config";
import { openDatabase } from "@fulmar/prisma";
import { createLogger } from "./logger.ts";
import { startWorker } from "./worker.ts";

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
  // One for each of the 16 operations in flight, and some for claims, heartbeats, notifications and reconcilers.
  const database = openDatabase(configuration.databaseUrl, { max: 24 });
  const starting = startWorker({ database, configuration, logger });
  let stopping = false;
  const stop = async () => {
    stopping = true;
    const worker = await starting;
    await worker.stop();
    await database.close();
    logger.info("the worker has stopped");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait; what runs here is resumed elsewhere, as after a crash.
      if (stopping) process.exit(1);
      void stop();
    });
  }
  await starting;
  logger.info("the worker takes operations");
}
