// A resize reserves what a VM grows by on its host, before the VM is touched (ADR 0142).
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance } from "@fulmar/contract";
import { runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { expect, onTestFinished, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();
const ramOf = async (plan_id: string) =>
  (await fixture.world.database.prisma.plan.findUniqueOrThrow({ where: { plan_id } })).ram_mb;

/** A site with one host that takes VMs, and that many of the smallest VMs on it. */
async function siteWith(name: string, count: number) {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const site = { name, location: "Nowhere", provider: "simulated" };
  const { siteId } = await addSite(database, loadConfiguration(environment), site);
  await fixture.reconcile("inspect-hosts");
  await database.prisma.siteHost.updateMany({
    where: { site_id: siteId, NOT: { name: "host-1" } },
    data: { state: "cordoned" },
  });
  const worker = fixture.work();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const vm = { name: `${name} ${n}`, site_id: siteId, plan_id: "plan-nano", template_id: "debian-13" };
    const { vm_id, operation_id } = await fixture.send<Acceptance>("cloudVm.create", {}, vm);
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    ids.push(vm_id);
  }
  await worker.stop();
  const where = { site_id: siteId, name: "host-1" };
  const host = () => database.prisma.siteHost.findFirstOrThrow({ where });
  const { promised_ram_mb } = await host();
  /** Gives the host room for that many VMs to grow to the plan. */
  const giveRoom = async (plan_id: string, vms: number) => {
    const ram_mb = promised_ram_mb + vms * ((await ramOf(plan_id)) - (await ramOf("plan-nano")));
    await database.prisma.siteHost.updateMany({ where, data: { ram_mb } });
  };
  return { ids, host, giveRoom };
}

const resize = (vm_id: string, plan_id: string) =>
  fixture.send<Acceptance>("cloudVm.resizePlan", { vm_id }, { plan_id });

test("of ten parallel resizes of two workers, as many succeed as the host has room for", async () => {
  const { ids, host, giveRoom } = await siteWith("Grown", 10);
  await giveRoom("plan-small", 4);
  const accepted = await Promise.all(ids.map((id) => resize(id, "plan-small")));
  fixture.work();
  const { workers: database, services } = fixture.world;
  const another = runWorker({ database, sagas, services, logger: silent });
  onTestFinished(() => another.stop({ graceMs: 0 }));
  const ended = await Promise.all(accepted.map(({ operation_id }) => fixture.ended(operation_id)));
  const codes = ended.map(({ error_code }) => error_code ?? "none").sort();
  expect(codes).toEqual([...Array(4).fill("none"), ...Array(6).fill("site_full")]);
  const { ram_mb, promised_ram_mb, vms } = await host();
  expect({ vms, promised_ram_mb }).toEqual({ vms: 10, promised_ram_mb: ram_mb });
  for (const [n, { error_code, error_message }] of ended.entries()) {
    const vm = await fixture.vm(String(ids[n]));
    expect(vm).toMatchObject({
      status: "running",
      ram_mb: await ramOf(error_code === null ? "plan-small" : "plan-nano"),
    });
    if (error_code !== null) expect(error_message).toMatch(/^The host of the VM has no room for this plan now/);
  }
  expect(
    (await refusalOf(resize(String(ids[ended.findIndex((end) => end.error_code !== null)]), "plan-small"))).code,
  ).toBe("site_full");
});

test("a resize that fails later, and one that shrinks the VM, leave what the VM has", async () => {
  const { ids, host, giveRoom } = await siteWith("fail-at-grow-root-disk--undone", 1);
  const [vm_id = ""] = ids;
  await giveRoom("plan-small", 1);
  const before = await host();
  fixture.work();
  const { operation_id } = await resize(vm_id, "plan-small");
  expect(await fixture.ended(operation_id)).toMatchObject({ error_code: "simulated_failure" });
  expect(await host()).toMatchObject({ vms: 1, promised_ram_mb: before.promised_ram_mb });

  const { prisma } = fixture.world.database;
  const none = { next_cpu: null, next_ram_mb: null, next_gpu_count: null, next_gpu_model: null };
  expect(await prisma.vm.findUniqueOrThrow({ where: { vm_id } })).toMatchObject(none);
  const other = await siteWith("Shrunk", 1);
  await other.giveRoom("plan-small", 1);
  const grown = await resize(String(other.ids[0]), "plan-small");
  expect(await fixture.ended(grown.operation_id)).toMatchObject({ status: "succeeded" });
  const shrunk = await resize(String(other.ids[0]), "plan-nano");
  expect(await fixture.ended(shrunk.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await other.host()).toMatchObject({ vms: 1, promised_ram_mb: await ramOf("plan-nano") });
  expect(await prisma.vm.findUniqueOrThrow({ where: { vm_id: String(other.ids[0]) } })).toMatchObject(none);
});
