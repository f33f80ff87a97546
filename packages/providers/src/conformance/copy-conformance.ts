import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupFile, CaptureVolume } from "../ports/recovery-port.ts";
import {
  type FixtureVolume,
  hostOf,
  type ProviderFixture,
  runningInstance,
  sampleRecord,
  signal,
  smallSpec,
  twice,
  uniqueId,
} from "./provider-fixture.ts";

/**
 * Conformance tests of what becomes of a backup elsewhere, for every provider: at another site, in another instance, and
 * in the same one when that has another root disk. Files are read and written there.
 */
export function copyConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  const record = sampleRecord("backup", "a copy");
  const vmId = uniqueId("vm");
  const [rootId, dataId] = [uniqueId("vol"), uniqueId("vol")];
  const volumes: readonly [CaptureVolume, CaptureVolume] = [
    { volumeId: rootId, role: "root", sizeGb: 4 },
    { volumeId: dataId, role: "data", sizeGb: 1 },
  ];
  const places: readonly [FixtureVolume, FixtureVolume] = [
    { volumeId: rootId, devicePath: null },
    { volumeId: dataId, devicePath: "/dev/vdb" },
  ];
  const spec = { name: "data", sizeGb: 1, type: "ssd", source: null, record: sampleRecord("volume", "data") } as const;
  beforeAll(async () => {
    fixture = await open();
    await runningInstance(fixture, vmId);
    await fixture.provider.volumes.createVolume(dataId, spec, signal);
    await fixture.provider.volumes.attachVolume(dataId, { vmId, devicePath: "/dev/vdb" }, signal);
  });
  afterAll(async () => {
    await fixture.provider.compute.deleteInstance(vmId, signal);
    await fixture.provider.volumes.deleteVolume(dataId, signal);
    await fixture.close();
  });

  const write = async (text: string) => {
    for (const place of places) await fixture.write(vmId, place, text);
  };
  const read = () => Promise.all(places.map((place) => fixture.read(vmId, place)));
  /** Expects a text in a volume, and that the instance may write another. */
  const expectIn = async (machine: string, place: FixtureVolume, text: string) => {
    expect(await fixture.read(machine, place)).toBe(text);
    await fixture.write(machine, place, `${text} and changed`);
    expect(await fixture.read(machine, place)).toBe(`${text} and changed`);
  };

  test("what was exported comes back as a backup of its own, whatever became of the machine, and of no half of it", async () => {
    const { compute, recovery, volumes: disks } = fixture.provider;
    const [backupId, brought, halved] = [uniqueId("bkp"), uniqueId("bkp"), uniqueId("bkp")];
    await write("carried");
    await recovery.createBackup(vmId, { backupId, parentBackupId: null, record }, volumes, signal);
    const files: (Omit<BackupFile, "content"> & { readonly bytes: Buffer })[] = [];
    for await (const { content, ...file } of recovery.exportPoint(
      vmId,
      { kind: "backup", id: backupId },
      volumes,
      signal,
    ))
      files.push({ ...file, bytes: await buffer(content) });
    await recovery.deleteBackup(vmId, backupId, signal);
    await write("later");
    async function* again(most: number) {
      for (const { bytes, ...file } of files) {
        async function* content() {
          yield bytes.subarray(0, most);
          if (most < bytes.length) throw new Error("it is cut off");
        }
        yield { ...file, content: content() };
      }
    }
    const before = await fixture.inventory();
    await expect(recovery.importBackup(vmId, halved, again(3), signal)).rejects.toThrow("it is cut off");
    expect(await fixture.inventory()).toEqual(before);
    await twice(() => recovery.importBackup(vmId, brought, again(Number.POSITIVE_INFINITY), signal));
    expect(await recovery.findRecoveryPoints([brought, halved], signal)).toEqual([
      { id: brought, vmId, kind: "backup" },
    ]);

    const [made, newRoot, newData] = [uniqueId("vm"), uniqueId("vol"), uniqueId("vol")];
    const point = { kind: "backup" as const, pointId: brought, vmId };
    const disk = { ...point, volumeId: rootId, newVolumeId: newRoot };
    await compute.createInstance(made, { ...smallSpec(fixture, "brought"), point: disk }, signal);
    await compute.provisionInstance(made, signal);
    await compute.configureInstance(made, { hostname: "brought", sshKeys: [], userData: null }, signal);
    await twice(() => disks.createVolume(newData, { ...spec, point: { ...point, volumeId: dataId } }, signal));
    await disks.attachVolume(newData, { vmId: made, devicePath: "/dev/vdb" }, signal);
    await compute.startInstance(made, signal);
    await twice(() => recovery.deleteBackup(vmId, brought, signal));
    await expectIn(made, { volumeId: newRoot, devicePath: null }, "carried");
    await expectIn(made, { volumeId: newData, devicePath: "/dev/vdb" }, "carried");
    expect(await read()).toEqual(["later", "later"]);
    await compute.deleteInstance(made, signal);
    await disks.deleteVolume(newData, signal);
    expect(await fixture.inventory()).toEqual(before);
  });

  test("a volume of a backup belongs to whichever machine has it, also when that has another root disk since", async () => {
    const { compute, recovery, volumes: disks } = fixture.provider;
    const [backupId, other, copyId] = [uniqueId("bkp"), uniqueId("vm"), uniqueId("vol")];
    await write("kept");
    await recovery.createBackup(vmId, { backupId, parentBackupId: null, record }, volumes, signal);
    await write("later");
    await runningInstance(fixture, other, "other", await hostOf(fixture, vmId));
    const point = { kind: "backup", pointId: backupId, vmId, volumeId: dataId } as const;
    await twice(() => disks.createVolume(copyId, { ...spec, point }, signal));
    await disks.attachVolume(copyId, { vmId: other, devicePath: "/dev/vdc" }, signal);
    await expectIn(other, { volumeId: copyId, devicePath: "/dev/vdc" }, "kept");

    for (const parts of [volumes.slice(0, 1), volumes.slice(1)]) {
      await compute.stopInstance(vmId, { force: true }, signal);
      await recovery.restoreBackup(vmId, backupId, parts, signal);
      await compute.startInstance(vmId, signal);
    }
    for (const place of places) await expectIn(vmId, place, "kept");
    await recovery.deleteBackup(vmId, backupId, signal);
    await compute.deleteInstance(other, signal);
    await disks.deleteVolume(copyId, signal);
  });
}
