// Hosts that are dedicated to an organization: who gets there, and how others leave (ADR 0152).
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance } from "@fulmar/contract";
import { expect, test } from "vitest";
import { newId } from "../../src/index.ts";
import { addSite } from "../../src/operator.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();

/** A simulated site whose three hosts a worker has seen, each with room for ten of the smallest VMs. */
async function siteWithHosts(name: string) {
  const { database, databaseUrl, entry } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const site = { name, location: "Nowhere", provider: "simulated" };
  const { siteId } = await addSite(database, loadConfiguration(environment), site);
  const provider = `simulated:${siteId}`;
  await fixture.reconcile("inspect-hosts");
  const { ram_mb } = await database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } });
  await database.pool.query("UPDATE simulated.host SET ram_mb = $2 WHERE provider = $1", [provider, 10 * ram_mb]);
  await fixture.reconcile("inspect-hosts");
  const [one, two, three] = (await hostsOf(siteId)).map(({ host_id }) => host_id);
  if (one === undefined || two === undefined || three === undefined) throw new Error("a new site has three hosts");
  return { siteId, provider, one, two, three, own: entry.workspace.organizationId };
}

const hostsOf = (site_id: string) =>
  fixture.world.database.prisma.siteHost.findMany({ where: { site_id }, orderBy: { name: "asc" } });
const change = (host_id: string, data: object) =>
  fixture.world.database.prisma.siteHost.update({ where: { host_id }, data });

const bodyAt = (site_id: string, name: string, more: object = {}) => ({
  ...{ name, site_id, plan_id: "plan-nano", template_id: "debian-13" },
  ...more,
});
const createAt = (site_id: string, name: string, more: object = {}) =>
  fixture.send<Acceptance>("cloudVm.create", {}, bodyAt(site_id, name, more));

/** Where the instances of a site are: their names by their hosts. */
async function atSite(provider: string): Promise<Record<string, string[]>> {
  const { rows } = await fixture.world.database.pool.query<{ host: string; names: string[] }>(
    `SELECT i.host, array_agg(v.name ORDER BY v.name) AS names FROM simulated.instance i JOIN vm v ON v.vm_id = i.vm_id
      WHERE i.provider = $1 GROUP BY i.host ORDER BY i.host`,
    [provider],
  );
  return Object.fromEntries(rows.map(({ host, names }) => [host, names]));
}

/** VMs of a site, made one after the other. */
async function vmsAt(siteId: string, names: readonly string[], more: object = {}): Promise<void> {
  const worker = fixture.work();
  for (const name of names) {
    const { operation_id } = await createAt(siteId, name, more);
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  }
  await worker.stop();
}

/** Another organization, to which a host can be dedicated. */
async function anotherOrganization(): Promise<string> {
  const organization_id = newId("org");
  await fixture.world.database.prisma.organization.create({ data: { organization_id, name: "Another" } });
  return organization_id;
}

/** Runs the worker of drains until a run finds nothing to move. A move that it begins may end before it is looked for. */
async function settled(site_id: string): Promise<void> {
  const { prisma } = fixture.world.database;
  for (;;) {
    const before = await prisma.operation.count();
    await fixture.reconcile("drain-hosts");
    const moving = await prisma.vm.findMany({ where: { site_id, NOT: { next_host_id: null } } });
    if (moving.length === 0 && (await prisma.operation.count()) === before) return;
    for (const { operation_id } of moving) if (operation_id !== null) await fixture.ended(operation_id);
  }
}

test("of thirty parallel creates, those that ask for dedicated hosts go there, and no other does", async () => {
  const { siteId, provider, one, own } = await siteWithHosts("Parallel");
  await change(one, { dedicated_organization_id: own });
  fixture.work();
  const names = Array.from({ length: 30 }, (_, n) => `${n % 3 === 0 ? "own" : "shared"} ${n}`);
  const made = await Promise.all(
    names.map((name) => createAt(siteId, name, name.startsWith("own") ? { dedicated: true } : {})),
  );
  const ended = await Promise.all(made.map(({ operation_id }) => fixture.ended(operation_id)));
  expect(ended.map(({ status }) => status)).toEqual(names.map(() => "succeeded"));
  const places = await atSite(provider);
  const elsewhere = Object.keys(places).flatMap((host) => (host === "host-1" ? [] : places[host]));
  expect(new Set(places["host-1"])).toEqual(new Set(names.filter((name) => name.startsWith("own"))));
  expect(new Set(elsewhere)).toEqual(new Set(names.filter((name) => name.startsWith("shared"))));
  const full = await refusalOf(createAt(siteId, "own too", { dedicated: true }));
  expect(full).toMatchObject({ code: "dedicated_hosts_full" });
  expect(full.message).toMatch(/^No host of the site that is dedicated to your organization has room/);
  expect((await refusalOf(createAt(siteId, "shared too"))).code).toBe("site_full");
});

test("creates that race for the last dedicated place are told so, and none goes elsewhere", async () => {
  const { siteId, provider, one, own } = await siteWithHosts("Last");
  await vmsAt(siteId, ["first"]);
  await change(one, { dedicated_organization_id: own, ram_mb: 1024, promised_ram_mb: 0 });
  await fixture.world.database.pool.query(
    "UPDATE simulated.host SET ram_mb = 1024 WHERE provider = $1 AND name = 'host-1'",
    [provider],
  );
  const made = await Promise.all(["l1", "l2", "l3"].map((name) => createAt(siteId, name, { dedicated: true })));
  fixture.work();
  const ended = await Promise.all(made.map(({ operation_id }) => fixture.ended(operation_id)));
  expect(ended.map(({ error_code }) => error_code ?? "none").sort()).toEqual([
    "dedicated_hosts_full",
    "dedicated_hosts_full",
    "none",
  ]);
});

test("without a host of its own, an organization is refused, and no organization gets those of another", async () => {
  const { siteId, one, two, three } = await siteWithHosts("Other");
  const sitesOf = async () =>
    (await fixture.send<{ site_id: string; has_dedicated_hosts: boolean }[]>("site.list", {}, {}, { limit: 100 })).find(
      ({ site_id }) => site_id === siteId,
    );
  expect((await refusalOf(createAt(siteId, "none", { dedicated: true }))).code).toBe("dedicated_hosts_full");
  const other = await anotherOrganization();
  for (const host of [one, two, three]) await change(host, { dedicated_organization_id: other });
  expect(await sitesOf()).toMatchObject({ has_dedicated_hosts: false });
  expect((await refusalOf(createAt(siteId, "shared"))).code).toBe("site_full");
  expect((await refusalOf(createAt(siteId, "theirs", { dedicated: true }))).code).toBe("dedicated_hosts_full");
  await change(two, { dedicated_organization_id: fixture.world.entry.workspace.organizationId });
  expect(await sitesOf()).toMatchObject({ has_dedicated_hosts: true });
});

test("a host that is dedicated is cleared of others' VMs, and takes none before they have left", async () => {
  const { siteId, provider, one, two, three } = await siteWithHosts("Cleared");
  for (const host of [two, three]) await change(host, { state: "cordoned" });
  await vmsAt(siteId, ["c1", "c2", "c3"]);
  expect(await atSite(provider)).toEqual({ "host-1": ["c1", "c2", "c3"] });
  const other = await anotherOrganization();
  await change(one, { dedicated_organization_id: other, clearing: true });
  await fixture.reconcile("drain-hosts");
  expect(await atSite(provider)).toEqual({ "host-1": ["c1", "c2", "c3"] });
  await change(two, { state: "active" });
  fixture.work();
  await settled(siteId);
  expect(await atSite(provider)).toEqual({ "host-2": ["c1", "c2", "c3"] });
  expect((await hostsOf(siteId))[0]).toMatchObject({ state: "active", clearing: false, vms: 0 });
  const { prisma } = fixture.world.database;
  const told = await prisma.auditEvent.findMany({
    where: { action: "cloudVm.move" },
    orderBy: { audit_event_id: "desc" },
  });
  expect(told[0]).toMatchObject({
    detail: "Its host is dedicated to another organization, or no longer to its own",
  });
});

test("VMs of a dedicated host move only to others of their organization: by a drain, a loss and a host taken back", async () => {
  const { siteId, provider, one, two, three, own } = await siteWithHosts("Kept");
  await change(one, { dedicated_organization_id: own });
  await vmsAt(siteId, ["k1", "k2"], { dedicated: true });
  await change(one, { state: "draining" });
  await settled(siteId);
  expect(await atSite(provider)).toEqual({ "host-1": ["k1", "k2"] });
  await change(two, { dedicated_organization_id: own });
  fixture.work();
  await settled(siteId);
  expect(await atSite(provider)).toEqual({ "host-2": ["k1", "k2"] });

  // Taken back: they move to the other host of theirs, and nobody's VM joins them meanwhile.
  await change(one, { state: "active" });
  await change(two, { dedicated_organization_id: null, clearing: true });
  await change(three, { state: "cordoned" });
  expect((await refusalOf(createAt(siteId, "joins"))).code).toBe("site_full");
  await settled(siteId);
  expect(await atSite(provider)).toEqual({ "host-1": ["k1", "k2"] });
  expect((await hostsOf(siteId))[1]).toMatchObject({ clearing: false, vms: 0 });

  await fixture.world.database.pool.query(
    "UPDATE simulated.host SET online = false WHERE provider = $1 AND name = 'host-1'",
    [provider],
  );
  await fixture.reconcile("inspect-hosts");
  await change(one, { state: "lost", fenced_at: new Date(), state_at: new Date() });
  await fixture.reconcile("recover-hosts");
  const { prisma } = fixture.world.database;
  expect(await prisma.vm.count({ where: { site_id: siteId, NOT: { next_host_id: null } } })).toBe(0);
});
