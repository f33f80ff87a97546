import type { Logger, Reconciler } from "@fulmar/engine";
import { throwAll } from "../../work/work-through.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { holdOperations, SiteFenced } from "./fence.ts";

/**
 * Compares every site with the database and moves both on to the next epoch, so that a database which is restored,
 * fails over or is copied is told from the one that drives the site. A fenced site is an error here for as long as it
 * is one: so it is in the log, and in the console.
 */
export const guardSites: Reconciler<WorkerServices> = {
  name: "guard-sites",
  everyMs: 30_000,
  async run(services, signal) {
    const names = await services.providerNames();
    const results = await Promise.allSettled(names.map((name) => guard(services, name)));
    signal.throwIfAborted();
    throwAll(results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])));
  },
};

async function guard({ database, gate, observedProvider }: WorkerServices, name: string): Promise<void> {
  const { inventory } = await observedProvider(name);
  try {
    await gate.advance(name, inventory);
  } catch (error) {
    if (error instanceof SiteFenced) await holdOperations(database.sql, name);
    throw error;
  }
}

/**
 * Compares every site with the database once, before a worker takes any operation. A site that does not answer is
 * compared when it is first needed, and so are all while the database does not answer.
 */
export async function checkSites(
  { gate, observedProvider, providerNames }: WorkerServices,
  logger: Logger,
): Promise<void> {
  const enter = async (name: string) => {
    try {
      await gate.enter(name, (await observedProvider(name)).inventory);
    } catch (error) {
      logger.error({ err: error, provider: name }, "a site is not worked at");
    }
  };
  try {
    await Promise.all((await providerNames()).map(enter));
  } catch (error) {
    logger.error({ err: error }, "the sites could not be compared with the database; each is before it is worked at");
  }
}
