import { deepStrictEqual } from "node:assert/strict";
import { until } from "@fulmar/testkit/stack";
import { z } from "zod";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { fulmar, must } from "../story.ts";

const Ready = z.object({
  status: z.literal("ready"),
  fenced_sites: z.array(z.object({ site_id: z.string(), reason: z.string() })).default([]),
});
const Unknown = z.object({ unknown: z.array(z.object({ kind: z.string(), id: z.string() })) });

const Adoption = z.object({
  adopted: z.array(z.object({ kind: z.string(), id: z.string() })),
  left: z.array(z.unknown()),
});

type Asked = Pick<Place, "url" | "siteId">;

async function fencedSites({ url }: Asked) {
  const response = await fetch(`${url.replace(/\/v1$/, "")}/readyz`);
  return Ready.parse(await response.json()).fenced_sites;
}

/** The reason for a site's fence in /readyz; undefined when it is not fenced. */
export async function fenceOf(place: Asked): Promise<string | undefined> {
  return (await fencedSites(place)).find(({ site_id }) => site_id === place.siteId)?.reason;
}

/**
 * Resumes one site after the other until none is fenced, as an operator does. Sites of one provider are resumed
 * together.
 */
export async function resumeAll(product: Product, place: Asked): Promise<void> {
  for (let [first] = await fencedSites(place); first !== undefined; [first] = await fencedSites(place)) {
    const { site_id: siteId } = first;
    await fulmar(product, "admin", "site", "resume", "--site", siteId, "--yes");
    // The answer of /readyz may be a second old.
    await until(
      "/readyz to name the site no more",
      () => fencedSites(place),
      (all) => all.every(({ site_id }) => site_id !== siteId),
    );
  }
}

/** The unknown resources of a site as the operator's command lists them: kind and id. */
export async function listedUnknown(product: Product, siteId: string): Promise<Set<string>> {
  const { unknown } = Unknown.parse(await fulmar(product, "admin", "site", "unknown", "--site", siteId));
  return new Set(unknown.map(({ kind, id }) => `${kind} ${id}`));
}

/** Adopts all unknown resources of a site: kind and id. @throws Error when one cannot be adopted */
export async function adoptAll(product: Product, siteId: string): Promise<Set<string>> {
  const { adopted, left } = Adoption.parse(await fulmar(product, "admin", "site", "adopt", "--site", siteId, "--all"));
  deepStrictEqual(left, []);
  return new Set(adopted.map(({ kind, id }) => `${kind} ${id}`));
}

/** The epoch of a site in the database; 0 before the first. */
export async function epochOf({ database }: Product, siteId: string): Promise<number> {
  const { rows } = await database.pool.query<{ epoch: string }>(
    "SELECT f.epoch FROM site_fence f JOIN site s USING (provider) WHERE s.site_id = $1",
    [siteId],
  );
  return Number(rows[0]?.epoch ?? 0);
}

/** Waits until the site and its database are in a later epoch than this one. */
export async function laterEpoch(product: Product, siteId: string, behind: number): Promise<void> {
  await until(
    "the next epoch",
    () => epochOf(product, siteId),
    (epoch) => epoch > behind,
  );
}

/** @throws Error unless an operation waits and its record says that the site is fenced */
export async function requireLocked(
  { rest }: Pick<Place, "rest">,
  { operation_id }: { readonly operation_id: string },
): Promise<void> {
  const { status, error_code, error_message } = await rest.ask("operation.get", { operation_id });
  const sentence =
    "an operation that was asked for meanwhile waits because its site is fenced: " +
    `${status} ${error_code} ${error_message}`;
  must((status === "accepted" || status === "waiting") && error_code === "site_fenced", sentence);
}

/** Reconcilers that change sites, or decide by what they find there. */
export const CHANGING: readonly string[] = [
  ...["reconcile-instances", "reconcile-volumes", "reconcile-networks", "reconcile-load-balancers"],
  ...["apply-networks", "reclaim-volumes", "remove-recovery-points", "remove-leftover-copies", "inspect-sites"],
];
export const ALL: readonly string[] = [...CHANGING, "guard-sites", "find-unknown-resources"];

/**
 * Waits until each of the reconcilers has ended twice at each site, so that its second run began after now. @throws
 * Error when the last run of one has failed
 */
export async function twoRounds({ database: { prisma } }: Product, names: readonly string[]): Promise<void> {
  const schedules = async () => {
    const rows = await prisma.reconciler.findMany();
    return rows.filter((row) => names.includes(reconcilerOf(row)));
  };
  const ends = new Map<string, Set<number>>();
  const before = new Map((await schedules()).map(({ name, finished_at }) => [name, finished_at?.getTime()]));
  const missing = async () => {
    const rows = await schedules();
    for (const { name, finished_at } of rows) {
      const ended = ends.get(name) ?? new Set();
      if (finished_at !== null && finished_at.getTime() !== before.get(name)) ended.add(finished_at.getTime());
      ends.set(name, ended);
    }
    const begun = new Set(rows.map(reconcilerOf));
    const behind = rows.filter(({ name }) => (ends.get(name)?.size ?? 0) < 2);
    return [...names.filter((name) => !begun.has(name)), ...behind.map(({ name }) => name)];
  };
  await until("two rounds of the periodic jobs", missing, (left) => left.length === 0);
  const failed = (await schedules()).flatMap(({ name, last_error }) =>
    last_error === null ? [] : [`${name}: ${last_error}`],
  );
  must(failed.length === 0, `no periodic job fails: ${failed.join("; ")}`);
}

/** A reconciler that works at sites has a schedule for each, `name@lane`. */
function reconcilerOf({ name }: { readonly name: string }): string {
  return name.split("@", 1)[0] ?? name;
}
