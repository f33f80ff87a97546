import { deepStrictEqual } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { operationsEnded, until } from "@fulmar/testkit/stack";
import { openPlace, type Place } from "../place.ts";
import type { Product } from "../product.ts";
import { must, timedStep } from "../story.ts";
import {
  ALL,
  adoptAll,
  CHANGING,
  epochOf,
  fenceOf,
  laterEpoch,
  listedUnknown,
  requireLocked,
  resumeAll,
  twoRounds,
} from "./fence.ts";
import {
  answersAbout,
  chargesFor,
  type Known,
  makeKnown,
  makeNewResources,
  type NewResources,
  takeSnapshot,
  unknownOf,
} from "./new-resources.ts";

/**
 * How long the restored database is left alone with its site. Before fences existed, six seconds were enough to lose
 * everything.
 */
const ALONE_MS = 120_000;

/** Direct access to the story's site, independent of any database. */
export interface SiteItself {
  /** Writes to both volumes and to root disks, as users of the VMs do. */
  write(place: Place, created: NewResources): Promise<void>;
  /** State that must not change until the operator decides. */
  whole(created: NewResources): Promise<unknown>;
  /**
   * State that must also be the same afterwards: everything except what is applied to the site again, and except the VM
   * `kept`, which got another request.
   */
  lasting(created: NewResources, kept: string): Promise<unknown>;
}

/** The end of the story: the restored database with everything adopted. */
export interface Restored {
  readonly place: Place;
  readonly known: Known;
  readonly created: NewResources;
  readonly found: string;
}

/**
 * Restores a database backup after its site has continued for long. Everything made since is kept unchanged and listed
 * as unknown. It is then adopted and is back in the API, charged, with its data. None of the installation's processes
 * may run; those of the restored one run afterwards.
 * @throws Error at the first deviation
 */
export async function restoredStory(
  product: Product,
  where: Pick<Place, "siteId" | "small">,
  site: SiteItself,
): Promise<Restored> {
  const { siteId } = where;
  const first = await openPlace(product, where);
  const known = await timedStep("two machines and a volume", () => makeKnown(first));
  const backup = await timedStep("a backup of the database", () => product.copy());
  const { created, before } = await madeSince(product, await openPlace(product, where), known, site, backup);
  const whole = await site.whole(created);

  const place = await timedStep(
    "the backup is restored: the API and a worker run on it, and the site is fenced",
    async () => {
      const opened = await openPlace(backup, where, { quiet: true });
      await until(
        "/readyz to name the fenced site and why",
        () => fenceOf(opened),
        (reason) => reason === "database_behind",
      );
      return opened;
    },
  );
  const held = await place.rest.ask("cloudVm.stop", { vm_id: known.kept });
  await timedStep("two minutes later, nothing at the site has changed", async () => {
    await sleep(ALONE_MS);
    deepStrictEqual(await site.whole(created), whole);
  });
  const unknown = await timedStep("all that was made since is listed, and the fence reports it", async () => {
    await requireLocked(place, held);
    const listed = await listedUnknown(backup, siteId);
    deepStrictEqual(listed, before.unknown);
    return listed;
  });

  await timedStep("resumed: what is unknown stays, what waited is done, what is gone is shown", async () => {
    await resumeAll(backup, place);
    await operationsEnded(place.rest, [held]);
    await until(
      "the VM that the site does not have to be in error",
      () => place.rest.ask("cloudVm.get", { vm_id: known.gone }),
      ({ status }) => status === "error",
    );
    await twoRounds(backup, CHANGING);
    deepStrictEqual(await site.lasting(created, known.kept), before.lasting);
    must((await fenceOf(place)) === undefined, "the site is fenced no more");
  });
  await timedStep("adopted: the same in the API, at the site, and in what is charged", async () => {
    deepStrictEqual(await adoptAll(backup, siteId), unknown);
    await twoRounds(backup, ALL);
    deepStrictEqual(JSON.parse(await answersAbout(place, created)), JSON.parse(before.answers));
    deepStrictEqual(await chargesFor(backup, created), before.charges);
    deepStrictEqual(await site.lasting(created, known.kept), before.lasting);
    deepStrictEqual(await listedUnknown(backup, siteId), new Set());
    must(
      (await place.rest.ask("cloudVm.get", { vm_id: known.kept })).status === "stopped",
      "the VM that the backup knew is what it was asked to be",
    );
  });
  const found =
    `${unknown.size} resources that the backup did not know were as before after ${ALONE_MS / 1000} s, then adopted: ` +
    "same answers, data and charges";
  return { place, known, created, found };
}

/** Creates what happens after the backup, until the installation's processes end. */
async function madeSince(product: Product, place: Place, known: Known, site: SiteItself, backup: Product) {
  const created = await timedStep(
    "after the backup: a network, two machines, volumes, a port forward; one machine is deleted",
    () => makeNewResources(place, known),
  );
  await timedStep("data on their disks, and a snapshot", async () => {
    await site.write(place, created);
    await takeSnapshot(place, created);
  });
  await timedStep("the database and the site move on to their next epoch", async () =>
    laterEpoch(product, place.siteId, await epochOf(backup, place.siteId)),
  );
  const before = {
    answers: await answersAbout(place, created),
    unknown: await unknownOf(place, created),
    charges: await chargesFor(product, created),
    lasting: await site.lasting(created, known.kept),
  };
  await product.endProcesses();
  return { created, before };
}
