// The hosts of a site: what workers see of them, where new VMs go, and how a host is emptied.
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance } from "@fulmar/contract";
import { runWorker, type Worker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { expect, onTestFinished, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();

/** A simulated site whose three hosts a worker has seen. Each has room for that many of the smallest VMs. */
async function siteWithHosts(name: string, vms = 100) {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const site = { name, location: "Nowhere", provider: "simulated" };
  const { siteId } = await addSite(database, loadConfiguration(environment), site);
  const provider = `simulated:${siteId}`;
  await fixture.reconcile("inspect-hosts");
  const { ram_mb } = await database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } });
  await database.pool.query("UPDATE simulated.host SET ram_mb = $2 WHERE provider = $1", [provider, vms * ram_mb]);
  await fixture.reconcile("inspect-hosts");
  return { siteId, provider };
}

const hostsOf = (site_id: string) =>
  fixture.world.database.prisma.siteHost.findMany({ where: { site_id }, orderBy: { name: "asc" } });

const createAt = (site_id: string, name: string) =>
  fixture.send<Acceptance>("cloudVm.create", {}, { name, site_id, plan_id: "plan-nano", template_id: "debian-13" });

const change = (id: string, data: object) =>
  fixture.world.database.prisma.siteHost.update({ where: { host_id: id }, data });

/** Where the instances of a site are, by the names of their hosts. */
async function atSite(provider: string): Promise<Record<string, number>> {
  const { rows } = await fixture.world.database.pool.query<{ host: string; count: number }>(
    "SELECT host, count(*)::int AS count FROM simulated.instance WHERE provider = $1 GROUP BY host ORDER BY host",
    [provider],
  );
  return Object.fromEntries(rows.map(({ host, count }) => [host, count]));
}

/** A second worker process beside that of `fixture.work()`. */
function anotherWorker(): Worker {
  const { workers: database, services } = fixture.world;
  const worker = runWorker({ database, sagas, services, logger: silent });
  onTestFinished(() => worker.stop({ graceMs: 0 }));
  return worker;
}

/** The VMs of a site, made one after the other. */
async function vmsAt(siteId: string, name: string, count: number): Promise<string[]> {
  const worker = fixture.work();
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    const { vm_id, operation_id } = await createAt(siteId, `${name} ${n}`);
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    ids.push(vm_id);
  }
  await worker.stop();
  return ids;
}

/** Runs the worker of drains until a host is empty, at most as often as there are VMs. */
async function drained(host_id: string, vms: number): Promise<void> {
  const { prisma } = fixture.world.database;
  for (let run = 0; run <= vms; run++) {
    await fixture.reconcile("drain-hosts");
    const moving = await prisma.vm.findMany({ where: { host_id, NOT: { next_host_id: null } } });
    expect(moving.length).toBeLessThanOrEqual(2);
    for (const { operation_id } of moving) if (operation_id !== null) await fixture.ended(operation_id);
    if ((await prisma.siteHost.findUniqueOrThrow({ where: { host_id } })).state === "drained") return;
  }
}

test("thirty parallel creates of two workers fill three hosts to the last place, and the next one finds none", async () => {
  const { siteId, provider } = await siteWithHosts("Full", 10);
  fixture.work();
  anotherWorker();
  const names = Array.from({ length: 30 }, (_, n) => `full ${n}`);
  const accepted = await Promise.all(names.map((name) => createAt(siteId, name)));
  const ended = await Promise.all(accepted.map(({ operation_id }) => fixture.ended(operation_id)));
  expect(ended.map(({ status }) => status)).toEqual(names.map(() => "succeeded"));
  expect(await atSite(provider)).toEqual({ "host-1": 10, "host-2": 10, "host-3": 10 });
  for (const { vms, ram_mb, promised_ram_mb } of await hostsOf(siteId))
    expect({ vms, promised_ram_mb }).toEqual({ vms: 10, promised_ram_mb: ram_mb });
  expect((await refusalOf(createAt(siteId, "one more"))).code).toBe("site_full");

  const [gone] = accepted;
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.delete", { vm_id: String(gone?.vm_id) });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  const again = await Promise.all(["late 1", "late 2"].map((name) => createAt(siteId, name)));
  const late = await Promise.all(again.map((vm) => fixture.ended(vm.operation_id)));
  expect(late.map(({ error_code }) => error_code).sort()).toEqual([null, "site_full"]);
  expect(Object.values(await atSite(provider)).reduce((sum, count) => sum + count, 0)).toBe(30);
});

test("a host that is cordoned or offline gets no new VM, and a failed create gives its place back", async () => {
  const { siteId, provider } = await siteWithHosts("Cordoned");
  const [one, two, three] = await hostsOf(siteId);
  if (one === undefined || two === undefined || three === undefined) throw new Error("a new site has three hosts");
  await change(one.host_id, { state: "cordoned" });
  await fixture.world.database.pool.query(
    "UPDATE simulated.host SET online = false WHERE provider = $1 AND name = 'host-2'",
    [provider],
  );
  await fixture.reconcile("inspect-hosts");
  expect((await hostsOf(siteId)).map(({ status }) => status)).toEqual(["online", "offline", "online"]);
  await vmsAt(siteId, "placed", 3);
  expect(await atSite(provider)).toEqual({ "host-3": 3 });
  fixture.work();
  const { operation_id } = await createAt(siteId, "fail-at-boot-instance--placed");
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "failed" });
  expect((await hostsOf(siteId)).map(({ vms }) => vms)).toEqual([0, 0, 3]);
  await change(three.host_id, { state: "cordoned" });
  expect((await refusalOf(createAt(siteId, "nowhere"))).code).toBe("site_full");
});

test("a plan that asks for tags gets the hosts that have them all, and the next drain keeps to them", async () => {
  const { siteId, provider } = await siteWithHosts("Tagged");
  const [one, two, three] = await hostsOf(siteId);
  if (one === undefined || two === undefined || three === undefined) throw new Error("a new site has three hosts");
  const { prisma } = fixture.world.database;
  await prisma.plan.update({ where: { plan_id: "plan-nano" }, data: { host_tags: ["fast", "near"] } });
  onTestFinished(async () => {
    await prisma.plan.update({ where: { plan_id: "plan-nano" }, data: { host_tags: [] } });
  });
  await change(one.host_id, { tags: ["fast"] });
  expect((await refusalOf(createAt(siteId, "untagged"))).code).toBe("site_full");
  await change(two.host_id, { tags: ["near", "new", "fast"] });
  await vmsAt(siteId, "tagged", 3);
  expect(await atSite(provider)).toEqual({ "host-2": 3 });
  await change(two.host_id, { state: "draining" });
  await fixture.reconcile("drain-hosts");
  expect(await prisma.vm.count({ where: { site_id: siteId, NOT: { next_host_id: null } } })).toBe(0);
  await change(three.host_id, { tags: ["fast", "near"] });
  fixture.work();
  await drained(two.host_id, 3);
  expect(await atSite(provider)).toEqual({ "host-3": 3 });
});

test("a VM that somebody moved at the site is shown where it is", async () => {
  const { siteId, provider } = await siteWithHosts("Moved by hand");
  const [vm_id] = await vmsAt(siteId, "moved", 1);
  const { prisma, pool } = fixture.world.database;
  const hosts = await hostsOf(siteId);
  const { host_id } = await prisma.vm.findUniqueOrThrow({ where: { vm_id: String(vm_id) } });
  const other = hosts.find((host) => host.host_id !== host_id);
  await pool.query("UPDATE simulated.instance SET host = $2 WHERE vm_id = $1", [vm_id, other?.name]);
  const { services } = fixture.world;
  await fixture.reconcile("reconcile-instances", {
    providerNames: async () => [provider],
    provider: services.provider,
  });
  expect(await prisma.vm.findUniqueOrThrow({ where: { vm_id: String(vm_id) } })).toMatchObject({
    host_id: other?.host_id,
  });
  expect((await hostsOf(siteId)).find(({ vms }) => vms === 1)?.name).toBe(other?.name);
});

test("a drain moves ten VMs two at a time without stopping them, and goes on after its worker was killed", async () => {
  const { siteId, provider } = await siteWithHosts("Drained");
  const [one, two, three] = await hostsOf(siteId);
  if (one === undefined || two === undefined || three === undefined) throw new Error("a new site has three hosts");
  for (const { host_id } of [two, three]) await change(host_id, { state: "cordoned" });
  const ids = await vmsAt(siteId, "slow-20--drained", 10);
  expect(await atSite(provider)).toEqual({ "host-1": 10 });
  for (const { host_id } of [two, three]) await change(host_id, { state: "active" });
  await change(one.host_id, { state: "draining" });
  const { pool, prisma } = fixture.world.database;
  const boots = async () =>
    (
      await pool.query("SELECT vm_id, started_at::text FROM simulated.instance WHERE provider = $1 ORDER BY 1", [
        provider,
      ])
    ).rows;
  const before = await boots();

  const killed = fixture.work();
  await fixture.reconcile("drain-hosts");
  await killed.stop({ graceMs: 0 });
  fixture.work();
  await drained(one.host_id, ids.length);

  expect(await atSite(provider)).toEqual({ "host-2": 5, "host-3": 5 });
  expect(await boots()).toEqual(before);
  expect((await hostsOf(siteId)).map(({ state, vms }) => [state, vms])).toEqual([
    ["drained", 0],
    ["active", 5],
    ["active", 5],
  ]);
  const vm = await fixture.vm(String(ids[0]));
  expect(vm.status).toBe("running");
  const told = await prisma.auditEvent.findMany({ where: { resource_id: ids[0] ?? "", action: "cloudVm.move" } });
  expect(told).toMatchObject([{ actor_type: "system", detail: "Its host is drained by an operator" }]);
  const listed = await fixture.send<{ action: string; status: string }[]>("operation.list", {}, {}, { vm_id: ids[0] });
  expect(listed[0]).toMatchObject({ action: "move", status: "succeeded" });
});

test("where a site cannot move what runs, a VM is stopped and started; what is held, or has GPUs, stays", async () => {
  const { siteId, provider } = await siteWithHosts("Cold");
  const [one, two, three] = await hostsOf(siteId);
  if (one === undefined || two === undefined || three === undefined) throw new Error("a new site has three hosts");
  for (const { host_id } of [two, three]) await change(host_id, { state: "cordoned" });
  const [runs, held, graphics] = await vmsAt(siteId, "cold", 3);
  const { prisma, pool } = fixture.world.database;
  await prisma.vm.update({ where: { vm_id: String(held) }, data: { held_at: new Date(), held_reason: "Spam." } });
  await prisma.vm.update({ where: { vm_id: String(graphics) }, data: { gpu_count: 1 } });
  await change(two.host_id, { state: "active" });
  await change(one.host_id, { state: "draining", moves_live: false });
  const bootOf = async () =>
    (await pool.query("SELECT started_at::text AS at FROM simulated.instance WHERE vm_id = $1", [runs])).rows[0]?.at;
  const boot = await bootOf();
  await fixture.reconcile("drain-hosts");
  expect((await fixture.vm(String(runs))).status).toBe("rebooting");
  fixture.work();
  await drained(one.host_id, 1);
  expect((await fixture.vm(String(runs))).status).toBe("running");
  expect(await bootOf()).not.toBe(boot);
  expect(await atSite(provider)).toEqual({ "host-1": 2, "host-2": 1 });
  expect((await hostsOf(siteId))[0]).toMatchObject({ state: "draining", vms: 2 });
});

/** Makes a placement group, and gives the create of a VM in it. */
async function placed(site_id: string, group: { name: string; strategy: string; over?: string; strict?: boolean }) {
  const { placement_group_id } = await fixture.send<{ placement_group_id: string }>("placementGroup.create", {}, group);
  const vm = { site_id, plan_id: "plan-nano", template_id: "debian-13", placement_group_id };
  const create = (name: string) => fixture.send<Acceptance>("cloudVm.create", {}, { ...vm, name });
  return { placement_group_id, create };
}

test("a group that spreads has as many VMs on each host, after thirty parallel creates of two workers", async () => {
  const { siteId, provider } = await siteWithHosts("Spread");
  await fixture.world.database.pool.query(
    "UPDATE simulated.host SET ram_mb = ram_mb * 3 WHERE provider = $1 AND name = 'host-1'",
    [provider],
  );
  await fixture.reconcile("inspect-hosts");
  const { create } = await placed(siteId, { name: "thirty", strategy: "spread" });
  fixture.work();
  anotherWorker();
  const accepted = await Promise.all(Array.from({ length: 30 }, (_, n) => create(`spread ${n}`)));
  const ended = await Promise.all(accepted.map(({ operation_id }) => fixture.ended(operation_id)));
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
  expect(await atSite(provider)).toEqual({ "host-1": 10, "host-2": 10, "host-3": 10 });
});

test("a strict group that spreads over three hosts takes three VMs of four, and a drain keeps it", async () => {
  const { siteId, provider } = await siteWithHosts("Strict");
  const { create, placement_group_id } = await placed(siteId, { name: "strict", strategy: "spread", strict: true });
  const accepted = await Promise.all(["a", "b", "c", "d"].map((name) => create(`strict ${name}`)));
  const worker = fixture.work();
  anotherWorker();
  const ended = await Promise.all(accepted.map(({ operation_id }) => fixture.ended(operation_id)));
  const codes = ended.flatMap(({ error_code }) => error_code ?? []);
  expect(codes).toEqual(["placement_group_full"]);
  expect(await atSite(provider)).toEqual({ "host-1": 1, "host-2": 1, "host-3": 1 });
  const refusal = await refusalOf(create("strict e"));
  expect(refusal.code).toBe("placement_group_full");
  expect(refusal.message).toContain("has no VM of the placement group strict; delete one of its VMs");

  const { prisma } = fixture.world.database;
  const [one, two] = await hostsOf(siteId);
  if (one === undefined || two === undefined) throw new Error("a new site has three hosts");
  await change(one.host_id, { state: "draining" });
  await fixture.reconcile("drain-hosts");
  expect(await prisma.vm.count({ where: { placement_group_id, NOT: { next_host_id: null } } })).toBe(0);
  const second = await prisma.vm.findFirstOrThrow({ where: { placement_group_id, host_id: two.host_id } });
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.delete", { vm_id: second.vm_id });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  await drained(one.host_id, 1);
  expect(await atSite(provider)).toEqual({ "host-2": 1, "host-3": 1 });
  await worker.stop();
});

test("a strict group that spreads over zones has one VM in each, wherever there is room", async () => {
  const { siteId, provider } = await siteWithHosts("Zones");
  const [one, two, three] = await hostsOf(siteId);
  for (const host of [one, two]) await change(String(host?.host_id), { zone: "rack-1" });
  await change(String(three?.host_id), { zone: "rack-2" });
  const { create } = await placed(siteId, { name: "zones", strategy: "spread", over: "zones", strict: true });
  fixture.work();
  for (const name of ["zone a", "zone b"])
    expect(await fixture.ended((await create(name)).operation_id)).toMatchObject({ status: "succeeded" });
  expect(await atSite(provider)).toMatchObject({ "host-3": 1 });
  expect((await refusalOf(create("zone c"))).message).toContain("No zone is left");
});

test("a strict group that packs stays on one host until that is full, and moves to another as one", async () => {
  const { siteId, provider } = await siteWithHosts("Pack", 3);
  const { create } = await placed(siteId, { name: "pack", strategy: "pack", strict: true });
  fixture.work();
  const accepted = await Promise.all(["a", "b", "c"].map((name) => create(`pack ${name}`)));
  for (const { operation_id } of accepted)
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  const [[name, count] = []] = Object.entries(await atSite(provider));
  expect(count).toBe(3);
  expect((await refusalOf(create("pack d"))).message).toContain("has no room for this VM");
  const full = (await hostsOf(siteId)).find((host) => host.name === name);
  await change(String(full?.host_id), { state: "draining" });
  await drained(String(full?.host_id), 3);
  expect(Object.values(await atSite(provider))).toEqual([3]);
});

test("a group is deleted when no VM is in it, and a site that does not list its hosts refuses a strict one", async () => {
  const { siteId } = await siteWithHosts("Blocked");
  const { create, placement_group_id } = await placed(siteId, { name: "blocked", strategy: "spread" });
  const worker = fixture.work();
  const { vm_id, operation_id } = await create("in the group");
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  expect(await fixture.send("cloudVm.get", { vm_id })).toMatchObject({ placement_group_id });
  expect(await refusalOf(fixture.send("placementGroup.delete", { placement_group_id }))).toMatchObject({
    code: "placement_group_in_use",
    blockers: [{ type: "cloud_vm", id: vm_id, name: "in the group" }],
  });
  const gone = await fixture.send<Acceptance>("cloudVm.delete", { vm_id });
  expect(await fixture.ended(gone.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await fixture.send("placementGroup.delete", { placement_group_id })).toMatchObject({ status: "deleted" });
  await worker.stop();

  await fixture.world.database.prisma.siteHost.deleteMany({ where: { site_id: siteId } });
  const strict = await placed(siteId, { name: "unknown hosts", strategy: "spread", strict: true });
  expect((await refusalOf(strict.create("nowhere known"))).code).toBe("placement_group_unsupported");
});

test("an added host that is not listed is kept as offline, and a look by a former list of hosts is not stored", async () => {
  const { siteId, provider } = await siteWithHosts("Added");
  const { prisma, pool } = fixture.world.database;
  const [one] = await hostsOf(siteId);
  await change(String(one?.host_id), { endpoint: "tls://host-1.example.com" });
  await pool.query("DELETE FROM simulated.host WHERE provider = $1 AND name IN ('host-1', 'host-2')", [provider]);
  await prisma.siteConnection.create({
    data: { site_id: siteId, endpoint: "tls://host-3.example.com", hosts_changed_at: new Date() },
  });
  const seen = async () => (await hostsOf(siteId)).map(({ name, status }) => `${name} ${status}`);
  await fixture.reconcile("inspect-hosts");
  expect(await seen()).toEqual(["host-1 online", "host-2 online", "host-3 online"]);

  const before = new Date(Date.now() - 60_000);
  await prisma.siteConnection.update({ where: { site_id: siteId }, data: { hosts_changed_at: before } });
  await fixture.reconcile("inspect-hosts");
  expect(await seen()).toEqual(["host-1 offline", "host-3 online"]);
});
