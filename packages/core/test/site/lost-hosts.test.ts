// Hosts that are lost: they are fenced, then their VMs start on others; where disks are local, the VMs wait (ADR 0141).
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance, CloudVmDetail } from "@fulmar/contract";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { computeFixture } from "../compute-fixture.ts";

/** Writes what it is asked into a file, unless it is told to fail. */
const HOOK = `#!/bin/sh
cd "$(dirname "$0")"
if [ -e broken ]; then echo "The power switch does not answer." >&2; exit 1; fi
echo "$@" >> calls
`;
const folder = mkdtempSync(join(tmpdir(), "fulmar-fence-"));
const hook = join(folder, "hook");
writeFileSync(hook, HOOK, { mode: 0o700 });
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(join(folder, "calls"), { force: true }));
const fenced = () => (existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8") : "");

const fixture = computeFixture({ FULMAR_FENCE_HOOK: hook });

/** A site with three hosts, and VMs on the first: that many that run, and one that is stopped. */
async function siteWithVms(name: string, running: number) {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const site = { name, location: "Nowhere", provider: "simulated" };
  const { siteId } = await addSite(database, loadConfiguration(environment), site);
  const provider = `simulated:${siteId}`;
  await fixture.reconcile("inspect-hosts");
  await database.prisma.siteHost.updateMany({
    where: { site_id: siteId, NOT: { name: "host-1" } },
    data: { state: "cordoned" },
  });
  const worker = fixture.work();
  const ids: string[] = [];
  for (let n = 0; n <= running; n++) {
    const vm = { name: `${name} ${n}`, site_id: siteId, plan_id: "plan-nano", template_id: "debian-13" };
    const { vm_id, operation_id } = await fixture.send<Acceptance>("cloudVm.create", {}, vm);
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    ids.push(vm_id);
  }
  const [off = "", ...on] = ids;
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.stop", { vm_id: off });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  await worker.stop();
  await database.prisma.siteHost.updateMany({ where: { site_id: siteId }, data: { state: "active" } });
  const { host_id } = await database.prisma.siteHost.findFirstOrThrow({ where: { site_id: siteId, name: "host-1" } });
  return { siteId, provider, host_id, off, on, ids };
}
type Site = Awaited<ReturnType<typeof siteWithVms>>;

const hostOf = (host_id: string) => fixture.world.database.prisma.siteHost.findUniqueOrThrow({ where: { host_id } });

/** The host-1 of a site stops answering, or answers again, and workers have seen it. */
async function answering({ provider }: Site, online: boolean) {
  await fixture.world.database.pool.query(
    "UPDATE simulated.host SET online = $2 WHERE provider = $1 AND name = 'host-1'",
    [provider, online],
  );
  await fixture.reconcile("inspect-hosts");
  await seen({ provider });
}

async function seen({ provider }: Pick<Site, "provider">) {
  const { provider: open } = fixture.world.services;
  await fixture.reconcile("reconcile-instances", { providerNames: async () => [provider], provider: open });
}

const change = (host_id: string, data: object) =>
  fixture.world.database.prisma.siteHost.update({ where: { host_id }, data });

const declareLost = (host_id: string, data: object = {}) =>
  change(host_id, { state: "lost", state_reason: "Burnt.", state_at: new Date(), fence_tried_at: null, ...data });

/** The operations that bring VMs elsewhere. */
async function moving({ ids }: Site): Promise<string[]> {
  const where = { resource_id: { in: ids }, action: "move" };
  const rows = await fixture.world.database.prisma.operation.findMany({ where, orderBy: { operation_id: "asc" } });
  return rows.map(({ operation_id }) => operation_id);
}

/** Lets the worker of lost hosts begin what is due, and waits for the ends. */
async function recovered(site: Site) {
  const before = new Set(await moving(site));
  await fixture.reconcile("recover-hosts");
  const begun = (await moving(site)).filter((id) => !before.has(id));
  return Promise.all(begun.map((id) => fixture.ended(id)));
}

const statusOf = async (vm_id: string) => (await fixture.vm(vm_id)).status;

/** The hosts of the instances of a site and their power, by the ids of VMs. */
async function atSite({ provider }: Site) {
  const { rows } = await fixture.world.database.pool.query<{ vm_id: string; host: string; power: string }>(
    "SELECT vm_id, host, power FROM simulated.instance WHERE provider = $1",
    [provider],
  );
  return new Map(rows.map(({ vm_id, host, power }) => [vm_id, { host, power }]));
}

test("VMs of a lost host start on others once it is fenced, and go on after their worker was killed", async () => {
  const site = await siteWithVms("Lost", 3);
  await answering(site, false);
  for (const id of site.ids) expect(await statusOf(id)).toBe("error");
  expect(await hostOf(site.host_id)).toMatchObject({ status: "offline", offline_at: expect.any(Date) });
  await fixture.reconcile("recover-hosts");
  expect(await moving(site)).toEqual([]);

  writeFileSync(join(folder, "broken"), "");
  await declareLost(site.host_id);
  await fixture.reconcile("recover-hosts");
  expect(await moving(site)).toEqual([]);
  expect(await hostOf(site.host_id)).toMatchObject({
    fenced_at: null,
    fence_error: "FULMAR_FENCE_HOOK failed to fence the host host-1: The power switch does not answer.",
  });
  rmSync(join(folder, "broken"));
  await fixture.reconcile("recover-hosts");
  expect(fenced()).toBe("");

  await change(site.host_id, { fence_tried_at: null });
  await fixture.reconcile("recover-hosts");
  expect(fenced()).toBe(`fence ${site.siteId} host-1\n`);
  expect(await hostOf(site.host_id)).toMatchObject({ fenced_at: expect.any(Date), fence_error: null });
  expect(await statusOf(String(site.on[0]))).toBe("starting");
  const operations = await moving(site);
  expect(operations).toHaveLength(4);
  await fixture.reconcile("recover-hosts");
  expect(await moving(site)).toEqual(operations);

  const killed = fixture.work();
  await killed.stop({ graceMs: 0 });
  fixture.work();
  for (const id of operations) expect(await fixture.ended(id)).toMatchObject({ status: "succeeded" });
  for (const id of site.on) expect(await statusOf(id)).toBe("running");
  expect(await statusOf(site.off)).toBe("stopped");
  const instances = await atSite(site);
  for (const id of site.ids)
    expect(instances.get(id)).toEqual({
      host: expect.stringMatching(/^host-[23]$/),
      power: id === site.off ? "stopped" : "running",
    });
  expect(await hostOf(site.host_id)).toMatchObject({ vms: 0, promised_ram_mb: 0 });
  const told = await fixture.world.database.prisma.auditEvent.findMany({
    where: { resource_id: site.off, action: "cloudVm.move" },
  });
  expect(told).toMatchObject([{ actor_type: "system", detail: "Its host is lost" }]);

  await answering(site, true);
  expect(await statusOf(String(site.on[0]))).toBe("running");
  expect(fenced()).toBe(`fence ${site.siteId} host-1\n`);
});

test("without a fence hook nothing starts elsewhere, and the host says so", async () => {
  const site = await siteWithVms("Unfenced", 1);
  await answering(site, false);
  await declareLost(site.host_id);
  await fixture.reconcile("recover-hosts", { lostHosts: { fenceHook: undefined, lostMinutes: undefined } });
  expect(await moving(site)).toEqual([]);
  expect(await hostOf(site.host_id)).toMatchObject({
    fenced_at: null,
    fence_error: expect.stringContaining("FULMAR_FENCE_HOOK"),
  });
});

test("VMs with local disks wait in error with the reason, and go on when the host is back", async () => {
  const site = await siteWithVms("Local", 1);
  await answering(site, false);
  await declareLost(site.host_id, { shared_disks: false });
  fixture.work();
  expect(await recovered(site)).toMatchObject([
    { status: "failed", error_code: "vm_host_lost" },
    { status: "failed", error_code: "vm_host_lost" },
  ]);
  const vm = await fixture.send<CloudVmDetail>("cloudVm.get", { vm_id: String(site.on[0]) });
  expect(vm).toMatchObject({ status: "error", error_code: "vm_host_lost" });
  expect(vm.error_message).toMatch(/^The host of the VM is lost and has the VM's disks/);
  expect(await recovered(site)).toEqual([]);
  expect(fenced()).toBe("");

  await change(site.host_id, { state: "active" });
  await answering(site, true);
  expect(await statusOf(String(site.on[0]))).toBe("running");
  expect(await statusOf(site.off)).toBe("stopped");
});

test("a VM for which no host has room waits in error, and starts when one has", async () => {
  const site = await siteWithVms("Crowded", 1);
  const others = { site_id: site.siteId, NOT: { name: "host-1" } };
  const { prisma } = fixture.world.database;
  await prisma.siteHost.updateMany({ where: others, data: { state: "cordoned" } });
  await answering(site, false);
  await declareLost(site.host_id);
  fixture.work();
  expect((await recovered(site)).map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect((await fixture.send<CloudVmDetail>("cloudVm.get", { vm_id: site.off })).error_message).toMatch(
    /no other has room/,
  );
  expect(await recovered(site)).toEqual([]);

  await prisma.siteHost.updateMany({ where: others, data: { state: "active" } });
  expect(await recovered(site)).toEqual([]);
  await fixture.world.database.pool.query(
    "UPDATE operation SET finished_at = finished_at - interval '11 minutes' WHERE resource_id = ANY ($1) AND action = 'move'",
    [site.ids],
  );
  expect((await recovered(site)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect([await statusOf(String(site.on[0])), await statusOf(site.off)]).toEqual(["running", "stopped"]);
});

test("a host that is silent for long enough is lost, unless its whole site is", async () => {
  const site = await siteWithVms("Silent", 1);
  await answering(site, false);
  const lostHosts = { fenceHook: hook, lostMinutes: 5 };
  const state = async () => (await hostOf(site.host_id)).state;
  await fixture.reconcile("recover-hosts", { lostHosts });
  expect(await state()).toBe("active");
  await change(site.host_id, { offline_at: new Date(Date.now() - 300_000) });
  const others = { site_id: site.siteId, NOT: { name: "host-1" } };
  const { prisma } = fixture.world.database;
  await prisma.siteHost.updateMany({ where: others, data: { status: "offline" } });
  await fixture.reconcile("recover-hosts", { lostHosts });
  expect(await state()).toBe("active");
  await prisma.siteHost.updateMany({ where: others, data: { status: "online" } });
  await fixture.reconcile("recover-hosts", { lostHosts });
  expect(await hostOf(site.host_id)).toMatchObject({
    ...{ state: "lost", state_reason: "It has not answered for 5 minutes.", state_by: null },
    fenced_at: expect.any(Date),
  });
  expect(fenced()).toBe(`fence ${site.siteId} host-1\n`);
});

test("a host that answers again while its VMs are brought elsewhere keeps them", async () => {
  const site = await siteWithVms("Back", 1);
  await answering(site, false);
  await declareLost(site.host_id);
  await fixture.reconcile("recover-hosts");
  const operations = await moving(site);
  expect(operations).toHaveLength(2);
  await answering(site, true);
  fixture.work();
  for (const id of operations) expect(await fixture.ended(id)).toMatchObject({ error_code: "host_answers" });
  await seen(site);
  expect([await statusOf(String(site.on[0])), await statusOf(site.off)]).toEqual(["running", "stopped"]);
  expect(await hostOf(site.host_id)).toMatchObject({ state: "lost", vms: 2 });
});
