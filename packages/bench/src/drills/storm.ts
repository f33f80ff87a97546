import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "../client.ts";
import { endOf, type Product } from "../product.ts";
import { StormCaller } from "../storm-caller.ts";
import { brokenInvariants } from "../storm-invariants.ts";
import type { Finding } from "./finding.ts";

const STORM_MS = 20_000;
const CALLERS = 16;
const PAUSE_MS = 60;
/** Reconcilers that compare with the provider run every 10 s. */
const SETTLING_MS = 60_000;
const LIFE_MS = { least: 1_500, most: 4_000 };

/**
 * Sixteen callers send arbitrary requests to one workspace while backups fall due continuously and one of two workers
 * is repeatedly killed. Afterwards nothing is in progress, the provider matches the database, and every resource is
 * charged.
 */
export async function stormDrill(product: Product): Promise<Finding> {
  const caller = new StormCaller(new Client(await product.startApi(), product));
  const end = Date.now() + STORM_MS;
  const calling = Array.from({ length: CALLERS }, async () => {
    while (Date.now() < end) {
      await caller.act();
      await sleep(Math.random() * PAUSE_MS);
    }
  });
  const [kills] = await Promise.all([killWorkers(product, end), makeBackupsDue(product, end), ...calling]);

  const broken = await brokenForGood(product);
  const answers = [...caller.answers].sort(([one], [other]) => one - other);
  return {
    drill: `${CALLERS} callers do anything to one workspace for ${STORM_MS / 1000} s, kill -9 of a worker ${kills} times`,
    found:
      `answers ${answers.map(([status, count]) => `${count} × ${status}`).join(", ")}; broken: ` +
      `${broken.join(", ") || "nothing"}`,
    holds: broken.length === 0 && answers.every(([status]) => status < 500),
  };
}

/** Problems that remain although the workers had time to repair them. */
async function brokenForGood(product: Product): Promise<string[]> {
  for (const last = Date.now() + SETTLING_MS; ; await sleep(500)) {
    const broken = await brokenInvariants(product);
    if (broken.length === 0 || Date.now() > last) return broken;
  }
}

/** Keeps two workers running and repeatedly kills one of them. @returns how many were killed */
async function killWorkers(product: Product, end: number): Promise<number> {
  product.startWorker();
  let kills = 0;
  for (; Date.now() < end; kills++) {
    const worker = product.startWorker();
    await sleep(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least));
    await endOf(worker, "SIGKILL");
  }
  product.startWorker();
  return kills;
}

/** Makes the backups of many schedules due. */
async function makeBackupsDue({ database }: Product, end: number): Promise<void> {
  while (Date.now() < end) {
    await database.pool.query(
      "UPDATE backup_policy SET next_run_at = now(), start_at = now() WHERE enabled AND start_at > now()",
    );
    await sleep(1_000);
  }
}
