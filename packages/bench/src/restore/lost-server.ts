import { deepStrictEqual } from "node:assert/strict";
import { until } from "@fulmar/testkit/stack";
import { openPlace, type Place, simulatedPlace } from "../place.ts";
import type { Product } from "../product.ts";
import { must, timedStep } from "../story.ts";
import { ALL, adoptAll, CHANGING, epochOf, fenceOf, laterEpoch, listedUnknown, resumeAll, twoRounds } from "./fence.ts";
import { type AcceptedVm, VmLoad } from "./vm-load.ts";

/** How many VMs are made before the moment that is restored, and how many after it. */
const VMS = 40;
const PLAIN = "what only the secret store knows";

/** An operator's actions against the loss of the database server, and after it. */
export interface Precautions {
  /** Before there is anything worth keeping. */
  prepare?(product: Product): Promise<void>;
  /** While VMs are created. */
  save(product: Product): Promise<void>;
  /** The last moment before the server is lost. */
  beforeLoss?(product: Product): Promise<void>;
  /** Restores the database elsewhere. @returns the installation on it, without processes */
  restore(product: Product): Promise<Product>;
  /** Reasons of the fence, of which one is expected. */
  readonly reasons: readonly string[];
}

/**
 * The database server is lost under load, and an earlier state of the database is restored. The site is fenced until
 * it is resumed. Then everything that was made before and after the saved moment is there, once.
 * @returns what was found, in figures @throws Error at the first deviation
 */
export async function lostServerStory(product: Product, precautions: Precautions): Promise<string> {
  const { siteId } = simulatedPlace;
  await precautions.prepare?.(product);
  const first = await openPlace(product, simulatedPlace);
  const secret = await makeSecret(first);
  const load = new VmLoad(first);
  await timedStep(`${VMS} VMs, while four callers create them`, () => load.more(VMS));
  const [begun, epoch] = [performance.now(), await epochOf(product, siteId)];
  await precautions.save(product);
  const saved = performance.now();
  await timedStep(`${VMS} more VMs, until the site is in a later epoch`, async () => {
    await load.more(VMS);
    await laterEpoch(product, siteId, epoch);
  });
  await precautions.beforeLoss?.(product);
  await timedStep("the server is killed under load, and its files are gone", async () => {
    load.expectLoss();
    await product.server.lose();
    await product.endProcesses("SIGKILL");
    await load.end();
  });
  const atSite = await machinesAt(product);

  const restored = await precautions.restore(product);
  const known = new Set(
    (await restored.database.prisma.vm.findMany({ select: { vm_id: true } })).map((vm) => vm.vm_id),
  );
  const before = load.vms.filter(({ accepted }) => accepted < begun);
  const after = load.vms.filter(({ asked }) => asked > saved);
  must(before.length >= VMS && before.every(({ vmId }) => known.has(vmId)), "the database has all VMs of before");
  must(after.length >= VMS && !after.some(({ vmId }) => known.has(vmId)), "it has none of those of after");

  const place = await timedStep("API and worker on the restored database; the site is fenced", () =>
    fenced(restored, precautions.reasons, atSite),
  );
  const unknown = await listedUnknown(restored, siteId);
  const since = [...atSite.keys()].filter((vmId) => !known.has(vmId));
  deepStrictEqual(unknown, new Set(since.map((vmId) => `vm ${vmId}`)));
  await timedStep("resumed, and what is unknown adopted", async () => {
    await resumeAll(restored, place);
    await twoRounds(restored, CHANGING);
    deepStrictEqual(await adoptAll(restored, siteId), unknown);
    await twoRounds(restored, ALL);
  });
  const { value } = await place.rest.ask("secret.value", secret);
  must(value === PLAIN, "the secret opens");
  const never = await compare(restored, load, atSite);
  return (
    `${load.vms.length} VMs accepted, ${known.size} of them in what was restored, ${since.length} adopted: ` +
    `0 lost, 0 twice, 0 deleted; ${load.vms.length - load.made} were under way when the server was lost, of which ` +
    `${never} had not reached the site`
  );
}

/** The URL of a database's successor of the same name on another server. */
export function onServer(databaseUrl: string, serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}

async function makeSecret({ rest }: Place) {
  const { id: store_id } = await rest.ask("secretStore.create", { name: "kept" });
  const { id: secret_id } = await rest.ask("secret.create", { store_id, key: "password", value: PLAIN });
  return { store_id, secret_id };
}

/** Starts the processes, and looks that nothing changes at the site before an operator decides. */
async function fenced(restored: Product, reasons: readonly string[], atSite: Machines): Promise<Place> {
  const place = await openPlace(restored, simulatedPlace, { quiet: true });
  const reason = await until(
    "/readyz to name the fenced site",
    () => fenceOf(place),
    (found) => found !== undefined,
  );
  must(reasons.includes(reason ?? ""), `the site is fenced for ${reasons.join(" or ")}, not for ${reason}`);
  await twoRounds(restored, ["find-unknown-resources"]);
  deepStrictEqual(await machinesAt(restored), atSite);
  return place;
}

/** The VMs at the site, with their power. */
type Machines = ReadonlyMap<string, string>;

async function machinesAt({ site }: Product): Promise<Machines> {
  const { rows } = await site.pool.query<{ vm_id: string; power: string }>(
    "SELECT vm_id, power FROM simulated.live_instance ORDER BY vm_id",
  );
  return new Map(rows.map(({ vm_id, power }) => [vm_id, power]));
}

/**
 * Compares what was accepted with the database and its site. A VM that was under way when the server was lost is as its
 * site has it, or nowhere.
 */
async function compare(restored: Product, { vms }: VmLoad, atSite: Machines) {
  const now = await machinesAt(restored);
  must(
    [...atSite.keys()].every((vmId) => now.has(vmId)),
    "no VM was deleted at the site",
  );
  const { rows } = await restored.database.pool.query<{ vm_id: string; status: string; charged: boolean }>(
    `SELECT vm_id, status::text,
            EXISTS (SELECT FROM charge c WHERE c.resource_id = vm_id AND c.charged_until IS NULL) AS charged
       FROM vm WHERE deleted_at IS NULL`,
  );
  const found = new Map(rows.map((row) => [row.vm_id, row]));
  const stateOf = ({ vmId, made }: AcceptedVm) => {
    const { status = "not there", charged = false } = found.get(vmId) ?? {};
    return { vmId, made, status, charged, atSite: now.get(vmId) ?? "not there" };
  };
  const states = vms.map(stateOf);
  const lost = states.filter(({ made, status, charged, atSite: power }) =>
    made ? status !== "running" || power !== "running" || !charged : power !== "not there" && status !== power,
  );
  must(lost.length === 0, `no VM is lost: ${JSON.stringify(lost)}`);
  const twice = await restored.site.pool.query("SELECT name FROM simulated.instance GROUP BY name HAVING count(*) > 1");
  must(twice.rows.length === 0, `no VM is there twice: ${JSON.stringify(twice.rows)}`);
  return states.filter(({ made, atSite: power }) => !made && power === "not there").length;
}
