import { setTimeout as sleep } from "node:timers/promises";
import type { Logger, Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import { providerLanes } from "../work/each-provider.ts";
import { putOperationsOnHold, raiseFence, SiteFenced } from "../work/fence.ts";
import type { Loss } from "../work/restore-lost.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/**
 * Compares every site with the database and advances both to the next epoch. That distinguishes the database that
 * drives the site from one that was restored, has failed over or is a copy. The reconciler fails while a site is
 * fenced, so that the log and the console show it.
 */
export const guardSites: Reconciler<WorkerServices> = {
  name: "guard-sites",
  everyMs: 30_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const names = lane === undefined ? await services.providerNames() : [lane];
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
    if (error instanceof SiteFenced) await putOperationsOnHold(database.sql, name);
    throw error;
  }
}

/** The time that a worker waits for the sites before it begins. */
const BEGIN_MS = 2_000;

/**
 * Compares every site with the database once, before a worker claims any operation. A site that does not answer soon is
 * compared when it is first needed, and so are all sites while the database does not answer.
 */
export async function checkSites(
  { gate, observedProvider, providerNames }: WorkerServices,
  logger: Logger,
): Promise<void> {
  const enter = async (name: string) => {
    try {
      await gate.enter(name, (await observedProvider(name)).inventory);
    } catch (error) {
      logger.error({ err: error, provider: name }, "a site cannot be used for now");
    }
  };
  try {
    const entered = Promise.all((await providerNames()).map(enter));
    await Promise.race([entered, sleep(BEGIN_MS, undefined, { ref: false })]);
  } catch (error) {
    logger.error(
      { err: error },
      "the sites could not be compared with the database; each is compared before its first change",
    );
  }
}

/**
 * A site that lacks at least this many resources, and more than half of what the database knows there, is probably the
 * wrong site.
 */
const FEWEST_LOST = 3;

function isMostOf(lost: number, known: number): boolean {
  return lost >= FEWEST_LOST && lost * 2 > known;
}

// True for a while after an operator has resumed the site and accepted the loss.
const believed = statement(
  "site_loss_believed",
  "SELECT FROM site_fence WHERE provider = $provider AND loss_believed_until > now()",
);

/**
 * Fences a site that lacks most of what the database knows there: a wrong pool, project or server is more likely than
 * such a loss.
 * @param what in the plural, such as "VMs"
 * @throws SiteFenced
 */
export async function refuseGreatLoss(sql: Sql, provider: string, what: string, { known, lost }: Loss): Promise<void> {
  if (!isMostOf(lost, known) || (await sql.query(believed, { provider })).length > 0) return;
  throw await raiseFence(sql, provider, "site_incomplete", `It lacks ${lost} of ${known} ${what}.`);
}
