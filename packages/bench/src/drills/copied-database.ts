import { setTimeout as sleep } from "node:timers/promises";
import { operationsEnded } from "@fulmar/testkit/stack";
import { openPlace, type Place, simulatedPlace } from "../place.ts";
import type { Product } from "../product.ts";
import { fenceOf, requireLocked } from "../restore/fence.ts";
import { must, timedStep } from "../story.ts";
import type { Finding } from "./finding.ts";

const LOAD_MS = 60_000;
const CALLERS = 3;
/** The pause of a caller between two VMs, for a load like that of users rather than a benchmark. */
const PAUSE_MS = 1_000;
/** `database_behind` once the original has advanced its epoch, `database_copied` before that. */
const REASONS: readonly (string | undefined)[] = ["database_behind", "database_copied"];

/**
 * A copy of the database, as for a staging installation, reaches the site that the original drives. The copy must
 * change nothing there, and the original must not be disturbed.
 */
export async function copiedDatabaseDrill(product: Product): Promise<Finding> {
  const first = await openPlace(product, simulatedPlace);
  const shared = await timedStep("two machines that both databases know", () =>
    Promise.all(["one", "two"].map((name) => machine(first, name))),
  );
  const copy = await timedStep("a copy of the database", () => product.copy());
  const [original, staging] = await timedStep("the API and a worker of each", () =>
    Promise.all([openPlace(product, simulatedPlace), openPlace(copy, simulatedPlace, { quiet: true })]),
  );
  const { lives, held } = await timedStep("a minute of load on the original, and of requests to the copy", async () => {
    const end = Date.now() + LOAD_MS;
    const callers = Array.from({ length: CALLERS }, (_, caller) => liveUntil(end, original, `original-${caller}`));
    const asked = askUntil(end, staging, shared);
    const counts = await Promise.all(callers);
    return { lives: counts.reduce((sum, count) => sum + count, 0), held: await asked };
  });

  const reason = await fenceOf(staging);
  must(REASONS.includes(reason), `the copy names the fenced site and why: ${reason}`);
  for (const accepted of held) await requireLocked(staging, accepted);
  must((await fenceOf(original)) === undefined, "the original drives its site");
  const failed = await product.database.prisma.operation.count({ where: { status: { not: "succeeded" } } });
  must(failed === 0, `every operation of the original succeeds, without ${failed}`);
  const [at, known] = await Promise.all([machinesAtSite(product), machinesOf(product)]);
  must(at === known, `the site is as the original has it: ${at} instead of ${known}`);
  must(lives > 0 && held.length > 0, "both were asked for something");
  const found =
    `the original made, stopped and deleted ${lives} machines without a failure; ${held.length} operations of the ` +
    `copy wait (${reason})`;
  return { drill: "A copy of the database at the site of the original", found, holds: true };
}

async function machine({ rest, small }: Place, name: string): Promise<string> {
  const accepted = await rest.ask("cloudVm.create", { ...small, name });
  await operationsEnded(rest, [accepted]);
  return accepted.vm_id;
}

/** Creates, stops and deletes VMs, one after the other. @returns how many */
async function liveUntil(end: number, place: Place, name: string): Promise<number> {
  let lives = 0;
  for (; Date.now() < end; lives++) {
    const vm_id = await machine(place, `${name}-${lives}`);
    await operationsEnded(place.rest, [await place.rest.ask("cloudVm.stop", { vm_id })]);
    await operationsEnded(place.rest, [await place.rest.ask("cloudVm.delete", { vm_id })]);
    await sleep(PAUSE_MS);
  }
  return lives;
}

/**
 * Sends the requests of a staging installation: deletes existing VMs and creates new ones. @returns what was accepted
 */
async function askUntil(end: number, { rest, small }: Place, [stopped = "", deleted = ""]: readonly string[]) {
  const held = [
    await rest.ask("cloudVm.stop", { vm_id: stopped }),
    await rest.ask("cloudVm.delete", { vm_id: deleted }),
  ];
  while (Date.now() < end) {
    held.push(await rest.ask("cloudVm.create", { ...small, name: `copy-${held.length}` }));
    await sleep(LOAD_MS / 10);
  }
  return held;
}

async function machinesAtSite({ site }: Product): Promise<string> {
  const { rows } = await site.pool.query<{ vm_id: string; power: string }>(
    "SELECT vm_id, power FROM simulated.live_instance ORDER BY vm_id",
  );
  return JSON.stringify(rows.map(({ vm_id, power }) => [vm_id, power]));
}

async function machinesOf({ database }: Product): Promise<string> {
  const vms = await database.prisma.vm.findMany({
    where: { deleted_at: null },
    select: { vm_id: true, status: true },
    orderBy: { vm_id: "asc" },
  });
  return JSON.stringify(vms.map(({ vm_id, status }) => [vm_id, status]));
}
