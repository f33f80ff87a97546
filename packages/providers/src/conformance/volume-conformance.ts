import { afterAll, beforeAll, expect, test } from "vitest";
import {
  hostOf,
  type ProviderFixture,
  runningInstance,
  sampleRecord,
  signal,
  twice,
  uniqueId,
} from "./provider-fixture.ts";

const empty = { name: "data", sizeGb: 1, type: "ssd", source: null, record: sampleRecord("volume", "data") } as const;

/**
 * Conformance tests of the volume port, for every provider. They make every call twice and also call for missing
 * volumes.
 */
export function volumeConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  const [one, two] = [uniqueId("vm"), uniqueId("vm")];
  beforeAll(async () => {
    fixture = await open();
    await runningInstance(fixture, one);
    await runningInstance(fixture, two, "web", await hostOf(fixture, one));
    // A guest gives a disk back once it has booted.
    for (const vmId of [one, two]) await fixture.bootOf(vmId);
  }, 300_000);
  afterAll(async () => {
    for (const vmId of [one, two]) await fixture.provider.compute.deleteInstance(vmId, signal);
    await fixture.close();
  });

  const find = async (volumeId: string) => (await fixture.provider.volumes.findVolumes([volumeId], signal))[0];
  const attach = (volumeId: string, vmId: string, devicePath: string) =>
    fixture.provider.volumes.attachVolume(volumeId, { vmId, devicePath }, signal);

  test("a volume is created, attached, grown, detached and deleted, with repeatable calls", async () => {
    const { volumes } = fixture.provider;
    const volumeId = uniqueId("vol");
    await twice(() => volumes.createVolume(volumeId, empty, signal));
    await twice(() => attach(volumeId, one, "/dev/vdb"));
    await twice(() => volumes.growVolume(volumeId, 3, signal));
    expect(await find(volumeId)).toEqual({ volumeId, sizeGb: 3, attachedVmId: one });
    await volumes.growVolume(volumeId, 2, signal);
    await twice(() => volumes.detachVolume(volumeId, one, signal));
    expect(await find(volumeId)).toEqual({ volumeId, sizeGb: 3, attachedVmId: null });
    await twice(() => volumes.deleteVolume(volumeId, signal));
    expect(await find(volumeId)).toBeUndefined();
  });

  test("content moves with its volume and is copied from a snapshot", async () => {
    const { volumes } = fixture.provider;
    const [volumeId, snapshotId, copyId] = [uniqueId("vol"), uniqueId("snap"), uniqueId("vol")];
    await volumes.createVolume(volumeId, empty, signal);
    await attach(volumeId, one, "/dev/vdb");
    await fixture.write(one, { volumeId, devicePath: "/dev/vdb" }, "first");
    const { storedBytes } = await twice(() => volumes.createSnapshot(volumeId, snapshotId, signal));
    expect(storedBytes).toBeGreaterThan(0n);
    await fixture.write(one, { volumeId, devicePath: "/dev/vdb" }, "second");
    await volumes.detachVolume(volumeId, one, signal);
    await attach(volumeId, two, "/dev/vdc");
    expect(await fixture.read(two, { volumeId, devicePath: "/dev/vdc" })).toBe("second");

    const source = { volumeId, snapshotId };
    await twice(() => volumes.createVolume(copyId, { ...empty, sizeGb: 2, source }, signal));
    await attach(copyId, two, "/dev/vdd");
    expect(await fixture.read(two, { volumeId: copyId, devicePath: "/dev/vdd" })).toBe("first");
    await fixture.write(two, { volumeId: copyId, devicePath: "/dev/vdd" }, "third");
    expect(await fixture.read(two, { volumeId: copyId, devicePath: "/dev/vdd" })).toBe("third");
    await volumes.deleteVolume(volumeId, signal);
    await expect(volumes.createVolume(uniqueId("vol"), { ...empty, source }, signal)).rejects.toMatchObject({
      code: "snapshot_not_found",
      retryable: false,
    });
    await twice(() => volumes.deleteSnapshot(volumeId, snapshotId, signal));
    expect(await find(copyId)).toMatchObject({ sizeGb: 2, attachedVmId: two });
    await volumes.deleteVolume(copyId, signal);
  });

  test("a volume has at most one instance, and a device at most one volume", async () => {
    const { volumes } = fixture.provider;
    const [a, b] = [uniqueId("vol"), uniqueId("vol")];
    for (const id of [a, b]) await volumes.createVolume(id, empty, signal);
    await attach(a, one, "/dev/vde");
    await expect(attach(a, two, "/dev/vde")).rejects.toMatchObject({ code: "volume_in_use", retryable: false });
    await expect(attach(b, one, "/dev/vde")).rejects.toMatchObject({ code: "device_in_use", retryable: true });
    await volumes.detachVolume(a, two, signal);
    expect(await find(a)).toMatchObject({ attachedVmId: one });
    await volumes.deleteVolume(a, signal);
    await attach(b, one, "/dev/vde");
    expect(await find(b)).toMatchObject({ attachedVmId: one });
    await volumes.deleteVolume(b, signal);
  });

  test("deleting an instance detaches its volumes", async () => {
    const { volumes, compute } = fixture.provider;
    const [volumeId, vmId] = [uniqueId("vol"), uniqueId("vm")];
    await volumes.createVolume(volumeId, empty, signal);
    await runningInstance(fixture, vmId);
    await attach(volumeId, vmId, "/dev/vdb");
    await compute.deleteInstance(vmId, signal);
    expect(await find(volumeId)).toMatchObject({ attachedVmId: null });
    await volumes.deleteVolume(volumeId, signal);
  });

  test("calls for a missing volume or instance fail, and detaching it succeeds", async () => {
    const { volumes } = fixture.provider;
    const [there, none] = [uniqueId("vol"), uniqueId("vol")];
    await volumes.createVolume(there, empty, signal);
    await expect(volumes.growVolume(none, 20, signal)).rejects.toMatchObject({
      code: "volume_not_found",
      retryable: false,
    });
    await expect(volumes.createSnapshot(none, uniqueId("snap"), signal)).rejects.toMatchObject({
      code: "volume_not_found",
    });
    await expect(attach(none, one, "/dev/vdz")).rejects.toMatchObject({ code: "volume_not_found" });
    await expect(attach(there, uniqueId("vm"), "/dev/vdz")).rejects.toMatchObject({ code: "instance_not_found" });
    await volumes.detachVolume(none, uniqueId("vm"), signal);
    await volumes.deleteVolume(there, signal);
  });

  test("listVolumes returns pages in the order of the ids", async () => {
    const { volumes } = fixture.provider;
    const prefix = uniqueId("vol");
    for (const last of ["3", "1", "2"]) await volumes.createVolume(`${prefix}${last}`, empty, signal);
    const page = async (after: string) =>
      (await volumes.listVolumes({ after, limit: 2 }, signal)).map(({ volumeId }) => volumeId);
    expect(await page(prefix)).toEqual([`${prefix}1`, `${prefix}2`]);
    expect((await page(`${prefix}2`))[0]).toBe(`${prefix}3`);
    for (const last of ["1", "2", "3"]) await volumes.deleteVolume(`${prefix}${last}`, signal);
  });
}
