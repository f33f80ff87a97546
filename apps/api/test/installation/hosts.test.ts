// The hosts of a site: what operators see of them, and what they decide about them.
import { randomUUID } from "node:crypto";
import { addSite } from "@fulmar/core/operator";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

let site_id: string;
let hosts: string[];
/** A site with two hosts, as a worker has seen them: room for eight and for two of the smallest VMs. */
beforeEach(async () => {
  const site = { provider: "simulated", name: `site-${randomUUID()}`, location: "Nowhere" };
  site_id = (await addSite(api.database, api.configuration, site)).siteId;
  hosts = [`host_${randomUUID()}`, `host_${randomUUID()}`];
  const { ram_mb } = await api.database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } });
  const row = { site_id, status: "online", moves_live: true, shared_disks: true, cpus: 8, disk_gb: 900 };
  await api.database.prisma.siteHost.createMany({
    data: hosts.map((host_id, n) => {
      const memory = (n === 0 ? 8 : 2) * ram_mb;
      return { ...row, host_id, name: `host-${n + 1}`, ram_mb: memory, free_ram_mb: memory, free_disk_gb: 900 };
    }),
  });
});

/** A VM on the first host. */
async function vmOn(data: object = {}): Promise<string> {
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-nano", template_id: "debian-13", site_id };
  const made = await api.request("POST", "/compute/cloud-vms", { body });
  expect(made.status, made.text).toBe(202);
  const vm_id = String(made.body.vm_id);
  await api.database.prisma.vm.update({
    where: { vm_id },
    data: { status: "running", operation_id: null, host_id: String(hosts[0]), ...data },
  });
  return vm_id;
}

const first = () => String(hosts[0]);
const second = () => String(hosts[1]);
const refusalOf = async (id: Parameters<typeof fixture.call>[0], input: object) =>
  (await fixture.call(id, { ...input })).refusal?.code;

test("a cordoned host keeps its reason until it is restored, and no host that takes VMs means no new VM", async () => {
  const cordoned = await fixture.made("operatorHost.cordon", { host_id: first(), reason: "It is loud." });
  expect(cordoned).toMatchObject({ state: "cordoned", state_reason: "It is loud.", state_by: expect.any(String) });
  await vmOn();
  await fixture.made("operatorHost.cordon", { host_id: second(), reason: "This one, too." });
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-nano", template_id: "debian-13", site_id };
  const refused = await api.request("POST", "/compute/cloud-vms", { body });
  expect(refused).toMatchObject({ status: 409, body: { code: "site_full" } });
  expect(await refusalOf("operatorHost.drain", { host_id: first(), reason: "New disks." })).toBe("no_other_host");
  const restored = await fixture.made("operatorHost.restore", { host_id: second() });
  expect(restored).toMatchObject({ state: "active", state_reason: null, state_by: null, state_at: null });
  expect(await refusalOf("operatorHost.restore", { host_id: second() })).toBe("host_active");
  const draining = await fixture.made("operatorHost.drain", { host_id: first(), reason: "New disks." });
  expect(draining).toMatchObject({ state: "draining", state_reason: "New disks.", vms: 1 });
  expect(await fixture.made("operatorHost.cordon", { host_id: first(), reason: "Not now." })).toMatchObject({
    state: "cordoned",
  });
});

test("a preview says what moves, and each VM that stays with the reason", async () => {
  await vmOn();
  await vmOn({ status: "stopped" });
  const broken = await vmOn();
  await api.database.prisma.vm.update({ where: { vm_id: broken }, data: { status: "error" } });
  const staying = {
    [await vmOn({ held_at: new Date(), held_reason: "Spam." })]: "held",
    [await vmOn({ gpu_count: 1 })]: "gpu",
    [broken]: "error",
    [await vmOn()]: "no_room",
  };
  const preview = await fixture.made("operatorHost.previewDrain", { host_id: first() });
  expect(preview).toMatchObject({ vms: 6, live: 1, restarted: 0, stopped: 1, blocked: 4 });
  const { blockers } = preview as unknown as { blockers: { vm_id: string; blocker: string; detail: string }[] };
  expect(Object.fromEntries(blockers.map(({ vm_id, blocker }) => [vm_id, blocker]))).toEqual(staying);
  expect(blockers.find(({ blocker }) => blocker === "held")?.detail).toMatch(/release it/);

  await api.database.prisma.siteHost.update({
    where: { host_id: first() },
    data: { moves_live: false, shared_disks: false },
  });
  expect(await fixture.made("operatorHost.previewDrain", { host_id: first() })).toMatchObject({
    ...{ live: 0, restarted: 1, stopped: 1 },
  });
  const { body: listed } = await fixture.send("operatorHost.listVms", { host_id: first(), limit: 100 });
  expect(listed).toHaveLength(6);
});

test("a host is declared lost while it is silent, and a preview says what becomes of each VM", async () => {
  const runs = await vmOn();
  const off = await vmOn({ status: "stopped" });
  const gpu = await vmOn({ gpu_count: 1 });
  const big = await vmOn();
  const broken = await vmOn();
  await api.database.prisma.vm.update({ where: { vm_id: broken }, data: { status: "error" } });
  const host = { host_id: first() };
  const lost = { ...host, reason: "Burnt." };
  expect(await refusalOf("operatorHost.declareLost", lost)).toBe("host_answers");
  await api.database.prisma.siteHost.update({ where: host, data: { status: "offline", offline_at: new Date() } });
  const preview = await fixture.made("operatorHost.previewLoss", host);
  expect(preview).toMatchObject({
    fence: "missing",
    vms: 5,
    starts_elsewhere: 1,
    moves_stopped: 1,
    error: 2,
    stays: 1,
  });
  const { machines } = preview as unknown as { machines: { vm_id: string; outcome: string; reason: string | null }[] };
  expect(Object.fromEntries(machines.map(({ vm_id, outcome, reason }) => [vm_id, [outcome, reason]]))).toEqual({
    [runs]: ["starts_elsewhere", null],
    [off]: ["moves_stopped", null],
    [gpu]: ["error", "gpu"],
    [big]: ["error", "no_room"],
    [broken]: ["stays", "error"],
  });
  expect(await refusalOf("operatorHost.declareLost", lost)).toBe("no_fence_hook");
  expect(await fixture.made("operatorHost.get", host)).toMatchObject({ state: "active" });

  await api.database.prisma.siteHost.update({ where: host, data: { shared_disks: false } });
  expect(await fixture.made("operatorHost.previewLoss", host)).toMatchObject({
    ...{ fence: "not_needed", starts_elsewhere: 0, moves_stopped: 0, error: 4, stays: 1 },
  });
  expect(await fixture.made("operatorHost.declareLost", lost)).toMatchObject({
    ...{ state: "lost", state_reason: "Burnt.", state_by: expect.any(String), fenced_at: null, fence_error: null },
  });
  expect(await refusalOf("operatorHost.cordon", lost)).toBe("host_lost");
  const refused = await fixture.send("operatorHost.declareLost", { ...host, reason: " " });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "reason" }] } });
  await api.database.prisma.siteHost.update({ where: host, data: { fenced_at: new Date(), fence_error: "No." } });
  expect(await fixture.made("operatorHost.restore", host)).toMatchObject({
    ...{ state: "active", fenced_at: null, fence_error: null },
  });
});

test("hosts are balanced by a decision that has a plan and can be stopped", async () => {
  const names = [await vmOn(), await vmOn(), await vmOn(), await vmOn()];
  const site = { site_id };
  const balance = { ...site, restarts: "refuse", reason: "The other one is new." };
  expect(await fixture.made("operatorSite.getBalance", site)).toMatchObject({ state: "none", reason: null, moving: 0 });
  expect(await refusalOf("operatorSite.stopBalance", site)).toBe("no_balance");
  // Four of eight and none of two: a VM would take as large a share of the small host.
  const preview = await fixture.made("operatorSite.previewBalance", site);
  expect(preview).toMatchObject({ vms: 0, moves: [] });
  expect(await refusalOf("operatorSite.balance", balance)).toBe("hosts_even");
  const { ram_mb } = await api.database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } });
  await api.database.prisma.siteHost.update({ where: { host_id: second() }, data: { ram_mb: 8 * ram_mb } });
  expect(await fixture.made("operatorSite.previewBalance", site)).toMatchObject({
    hosts: [
      { host_id: expect.any(String), promised_ram_mb_after: 2 * ram_mb },
      { host_id: expect.any(String), promised_ram_mb_after: 2 * ram_mb },
    ],
    vms: 2,
    moves: [
      { vm_id: expect.toSatisfy((id) => names.includes(id)), from_host: "host-1", to_host: "host-2", way: "live" },
      { vm_id: expect.toSatisfy((id) => names.includes(id)), from_host: "host-1", to_host: "host-2", way: "live" },
    ],
  });
  expect(await fixture.made("operatorSite.balance", balance)).toMatchObject({
    ...{ state: "running", restarts: "refuse", reason: "The other one is new.", begun_by: expect.any(String) },
    ended_at: null,
  });
  expect(await refusalOf("operatorSite.balance", balance)).toBe("balance_running");
  expect(await fixture.made("operatorSite.stopBalance", site)).toMatchObject({
    ...{ state: "stopped", ended_at: expect.any(String) },
  });
  const refused = await fixture.send("operatorSite.balance", { ...balance, restarts: "Allow" });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "restarts" }] } });
  expect((await fixture.send("operatorSite.getBalance", { site_id: "site-none" })).status).toBe(404);
});

test("tags and zone are changed one by one, and what is wrong names its field", async () => {
  await fixture.made("operatorHost.update", { host_id: first(), tags: ["fast", "fast"], zone: " rack-7 " });
  expect(await fixture.made("operatorHost.update", { host_id: first(), tags: ["slow"] })).toMatchObject({
    ...{ tags: ["slow"], zone: "rack-7" },
  });
  expect(await fixture.made("operatorHost.update", { host_id: first(), zone: null })).toMatchObject({
    ...{ tags: ["slow"], zone: null },
  });
  const refused = await fixture.send("operatorHost.update", { host_id: first(), zone: "" });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "zone" }] } });
  const { body: listed } = await fixture.send("operatorHost.list", { site_id });
  expect(listed).toMatchObject([
    { host_id: first(), name: "host-1", tags: ["slow"], zone: null },
    { host_id: second(), name: "host-2", tags: [], zone: null },
  ]);
  expect((await fixture.send("operatorHost.list", { site_id: "site-fra-1" })).body).toEqual([]);
});
