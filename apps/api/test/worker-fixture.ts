import { loadConfiguration } from "@fulmar/config";
import { createWorkerServices, reconcilers, sagas } from "@fulmar/core/worker";
import { runReconcilers, runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { type Api, MASTER_KEY, SECRET } from "./api-fixture.ts";

/**
 * Runs everything that a worker process does, on its own connections. @param environment more variables of the process
 * @returns what stops it
 */
export function startWorker(
  api: Pick<Api, "databaseUrl">,
  environment: Readonly<Record<string, string>> = {},
): () => Promise<void> {
  const databaseUrl = processUrl(api.databaseUrl, "fulmar_worker");
  const database = openDatabase(databaseUrl, { max: 20 });
  const services = createWorkerServices(
    database,
    loadConfiguration({
      DATABASE_URL: databaseUrl,
      FULMAR_SECRET: SECRET,
      FULMAR_MASTER_KEY: MASTER_KEY,
      ...environment,
    }),
  );
  const worker = runWorker({ database, sagas, services, logger: silent });
  const repair = runReconcilers({ database, reconcilers, services, logger: silent });
  return async () => {
    await Promise.all([worker.stop({ graceMs: 0 }), repair.stop()]);
    await database.close();
  };
}
