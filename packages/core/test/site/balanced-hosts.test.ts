// Balancing the hosts of a site: a plan, carried out a few moves at a time, which can be stopped (ADR 0143).
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance } from "@fulmar/contract";
import { expect, test } from "vitest";
import { balanceOf } from "../../src/compute/index.ts";
import { addSite } from "../../src/operator.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();

/** A site with three hosts of room for 20 of the smallest VMs each, and that many of these on the first. */
async function siteWith(name: string, count: number, vm: object = {}) {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const site = { name, location: "Nowhere", provider: "simulated" };
  const { siteId } = await addSite(database, loadConfiguration(environment), site);
  const provider = `simulated:${siteId}`;
  await fixture.reconcile("inspect-hosts");
  const { ram_mb } = await database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } });
  await database.pool.query("UPDATE simulated.host SET ram_mb = $2 WHERE provider = $1", [provider, 20 * ram_mb]);
  await fixture.reconcile("inspect-hosts");
  const others = { site_id: siteId, NOT: { name: "host-1" } };
  await database.prisma.siteHost.updateMany({ where: others, data: { state: "cordoned" } });
  const worker = fixture.work();
  for (let n = 1; n <= count; n++) {
    const body = { name: `${name} ${n}`, site_id: siteId, plan_id: "plan-nano", template_id: "debian-13", ...vm };
    const { operation_id } = await fixture.send<Acceptance>("cloudVm.create", {}, body);
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  }
  await worker.stop();
  await database.prisma.siteHost.updateMany({ where: others, data: { state: "active" } });
  return { siteId, provider };
}
type Site = Awaited<ReturnType<typeof siteWith>>;

const siteRow = ({ siteId }: Site) =>
  fixture.world.database.prisma.site.findUniqueOrThrow({ where: { site_id: siteId } });
const decide = ({ siteId }: Site, data: object) =>
  fixture.world.database.prisma.site.update({ where: { site_id: siteId }, data });
const begin = (site: Site, balance_restarts = "refuse") =>
  decide(site, { balance_state: "running", balance_restarts, balance_at: new Date() });
const planOf = async ({ siteId }: Site, restarts = "refuse") =>
  (await balanceOf(fixture.world.database.sql, siteId, restarts, 100)).moves.length;

/** Where the instances of a site are, by the names of their hosts. */
async function atSite({ provider }: Site): Promise<Record<string, number>> {
  const { rows } = await fixture.world.database.pool.query<{ host: string; count: number }>(
    "SELECT host, count(*)::int AS count FROM simulated.instance WHERE provider = $1 GROUP BY host ORDER BY host",
    [provider],
  );
  return Object.fromEntries(rows.map(({ host, count }) => [host, count]));
}

const moving = ({ siteId }: Site) =>
  fixture.world.database.prisma.vm.findMany({ where: { site_id: siteId, NOT: { next_host_id: null } } });

/** Runs the worker of balances until one has ended. */
async function ended(site: Site, most: number): Promise<void> {
  for (let run = 0; run <= most; run++) {
    await fixture.reconcile("balance-hosts");
    const vms = await moving(site);
    expect(vms.length).toBeLessThanOrEqual(2);
    for (const { operation_id } of vms) if (operation_id !== null) await fixture.ended(operation_id);
    if ((await siteRow(site)).balance_state !== "running") return;
  }
}

test("nine VMs of one host become three on each, two at a time and without a stop, after a worker was killed", async () => {
  const site = await siteWith("Even", 9);
  expect(await planOf(site)).toBe(6);
  await begin(site);
  const { pool } = fixture.world.database;
  const boots = async () =>
    (
      await pool.query("SELECT vm_id, started_at::text FROM simulated.instance WHERE provider = $1 ORDER BY 1", [
        site.provider,
      ])
    ).rows;
  const before = await boots();
  await fixture.reconcile("balance-hosts");
  expect(await moving(site)).toHaveLength(2);
  const killed = fixture.work();
  await killed.stop({ graceMs: 0 });
  fixture.work();
  await ended(site, 9);
  expect(await atSite(site)).toEqual({ "host-1": 3, "host-2": 3, "host-3": 3 });
  expect(await boots()).toEqual(before);
  expect(await siteRow(site)).toMatchObject({ balance_state: "done", balance_ended_at: expect.any(Date) });
  expect(await planOf(site)).toBe(0);
});

test("a VM under way counts where it goes: one of three moves to the second host", async () => {
  const site = await siteWith("Odd", 3);
  const third = { site_id: site.siteId, name: "host-3" };
  await fixture.world.database.prisma.siteHost.updateMany({ where: third, data: { state: "cordoned" } });
  expect(await planOf(site)).toBe(1);
  await begin(site);
  await fixture.reconcile("balance-hosts");
  await fixture.reconcile("balance-hosts");
  expect(await moving(site)).toHaveLength(1);
  fixture.work();
  await ended(site, 3);
  expect(await atSite(site)).toEqual({ "host-1": 2, "host-2": 1 });
});

test("a balance that is stopped begins no further move", async () => {
  const site = await siteWith("Stopped", 6);
  await begin(site);
  await fixture.reconcile("balance-hosts");
  const begun = await moving(site);
  await decide(site, { balance_state: "stopped" });
  fixture.work();
  for (const { operation_id } of begun) await fixture.ended(String(operation_id));
  await fixture.reconcile("balance-hosts");
  expect(await moving(site)).toEqual([]);
  expect((await atSite(site))["host-1"]).toBe(4);
  expect((await siteRow(site)).balance_state).toBe("stopped");
});

test("VMs that cannot move while they run stay, unless they may be stopped; tags and groups are kept", async () => {
  const site = await siteWith("Cold", 4);
  const { prisma } = fixture.world.database;
  await prisma.siteHost.updateMany({ where: { site_id: site.siteId }, data: { moves_live: false } });
  expect([await planOf(site), await planOf(site, "allow")]).toEqual([0, 2]);
  await prisma.plan.update({ where: { plan_id: "plan-nano" }, data: { host_tags: ["fast"] } });
  expect(await planOf(site, "allow")).toBe(0);
  await prisma.plan.update({ where: { plan_id: "plan-nano" }, data: { host_tags: [] } });

  const make = async (group: Readonly<Record<string, string>>) => {
    const { placement_group_id } = await fixture.send<{ placement_group_id: string }>(
      "placementGroup.create",
      {},
      group,
    );
    return { placement_group_id };
  };
  const packs = await make({ name: "packs", strategy: "pack" });
  expect(await planOf(await siteWith("Packed", 6, packs))).toBe(0);
  const spreads = await make({ name: "spreads", strategy: "spread" });
  const spread = await siteWith("Spread", 6, spreads);
  expect(await planOf(spread)).toBe(2);
});
