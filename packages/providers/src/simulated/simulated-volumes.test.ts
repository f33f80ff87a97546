// What the volume port promises, held against the simulated provider: every call twice, and calls for what is not there.
import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Provider } from "../provider.ts";
import { simulatedProvider } from "./simulated-provider.ts";

let fixture: Awaited<ReturnType<typeof createTestDatabase>>;
let provider: Provider;
beforeAll(async () => {
  fixture = await createTestDatabase();
  provider = simulatedProvider(fixture.database.pool);
  for (const vmId of ["vm_one", "vm_two"]) {
    await provider.compute.createInstance(vmId, { name: vmId, cpu: 1, ramMb: 1024, diskGb: 10, gpuModel: null, gpuCount: 0, templateId: "debian-13" }, signal);
  }
});
afterAll(() => fixture.drop());

const { signal } = new AbortController();
const empty = { name: "data", sizeGb: 10, type: "ssd", source: null } as const;

async function twice<Result>(call: () => Promise<Result>): Promise<Result> {
  await call();
  return call();
}

const find = async (volumeId: string) => (await provider.volumes.findVolumes([volumeId], signal))[0];
const attach = (volumeId: string, vmId: string, devicePath: string) => provider.volumes.attachVolume(volumeId, { vmId, devicePath }, signal);

test("the life of a volume, every call made twice", async () => {
  const { volumes } = provider;
  await twice(() => volumes.createVolume("vol_life", empty, signal));
  await twice(() => attach("vol_life", "vm_one", "/dev/vdb"));
  await twice(() => volumes.growVolume("vol_life", 20, signal));
  expect(await find("vol_life")).toEqual({ volumeId: "vol_life", sizeGb: 20, attachedVmId: "vm_one" });
  await volumes.growVolume("vol_life", 15, signal);
  await twice(() => volumes.detachVolume("vol_life", "vm_one", signal));
  expect(await find("vol_life")).toEqual({ volumeId: "vol_life", sizeGb: 20, attachedVmId: null });
  await twice(() => volumes.deleteVolume("vol_life", signal));
  expect(await find("vol_life")).toBeUndefined();
});

test("a volume is at one instance, and a device is one volume's", async () => {
  const { volumes } = provider;
  for (const id of ["vol_a", "vol_b"]) await volumes.createVolume(id, empty, signal);
  await attach("vol_a", "vm_one", "/dev/vdc");
  await expect(attach("vol_a", "vm_two", "/dev/vdc")).rejects.toMatchObject({ code: "volume_in_use", retryable: false });
  await expect(attach("vol_b", "vm_one", "/dev/vdc")).rejects.toMatchObject({ code: "device_in_use", retryable: true });
  await volumes.detachVolume("vol_a", "vm_two", signal);
  expect(await find("vol_a")).toMatchObject({ attachedVmId: "vm_one" });
  await volumes.deleteVolume("vol_a", signal);
  await attach("vol_b", "vm_one", "/dev/vdc");
  expect(await find("vol_b")).toMatchObject({ attachedVmId: "vm_one" });
});

test("an instance that is deleted lets its volumes go", async () => {
  await provider.volumes.createVolume("vol_kept", empty, signal);
  await attach("vol_kept", "vm_two", "/dev/vdb");
  await provider.compute.deleteInstance("vm_two", signal);
  expect(await find("vol_kept")).toMatchObject({ attachedVmId: null });
});

test("a snapshot is copied to volumes that are as large or larger, and goes with its volume", async () => {
  const { volumes } = provider;
  await volumes.createVolume("vol_source", empty, signal);
  const { storedBytes } = await twice(() => volumes.createSnapshot("vol_source", "snap_1", signal));
  expect(storedBytes).toBeGreaterThan(0n);
  const source = { volumeId: "vol_source", snapshotId: "snap_1" };
  await twice(() => volumes.createVolume("vol_copy", { ...empty, sizeGb: 20, source }, signal));
  expect(await find("vol_copy")).toMatchObject({ sizeGb: 20 });
  await expect(volumes.createVolume("vol_small", { ...empty, sizeGb: 5, source }, signal)).rejects.toMatchObject({ code: "snapshot_not_found" });
  await volumes.deleteVolume("vol_source", signal);
  await expect(volumes.createVolume("vol_late", { ...empty, source }, signal)).rejects.toMatchObject({ code: "snapshot_not_found", retryable: false });
  await twice(() => volumes.deleteSnapshot("vol_source", "snap_1", signal));
  expect(await find("vol_copy")).toBeDefined();
});

test("what is not there says so", async () => {
  const { volumes } = provider;
  await volumes.createVolume("vol_there", empty, signal);
  await expect(volumes.growVolume("vol_none", 20, signal)).rejects.toMatchObject({ code: "volume_not_found" });
  await expect(volumes.createSnapshot("vol_none", "snap_2", signal)).rejects.toMatchObject({ code: "volume_not_found" });
  await expect(attach("vol_none", "vm_one", "/dev/vdz")).rejects.toMatchObject({ code: "volume_not_found" });
  await expect(attach("vol_there", "vm_none", "/dev/vdz")).rejects.toMatchObject({ code: "instance_not_found" });
  await volumes.detachVolume("vol_none", "vm_none", signal);
});

test("the inventory is read in pages, in the order of the ids", async () => {
  const { volumes } = provider;
  for (const id of ["vol_x3", "vol_x1", "vol_x2"]) await volumes.createVolume(id, empty, signal);
  const page = async (after: string) => (await volumes.listVolumes({ after, limit: 2 }, signal)).map(({ volumeId }) => volumeId);
  expect(await page("vol_x")).toEqual(["vol_x1", "vol_x2"]);
  expect(await page("vol_x2")).toEqual(["vol_x3"]);
});
