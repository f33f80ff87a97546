import { afterAll, beforeAll, expect, test } from "vitest";
import type { CaptureVolume, PointRef } from "../ports/recovery-port.ts";
import {
  type FixtureVolume,
  type ProviderFixture,
  runningInstance,
  sampleRecord,
  signal,
  smallSpec,
  twice,
  uniqueId,
} from "./provider-fixture.ts";

/**
 * Conformance tests of the recovery port, for every provider: the contents of volumes before and after, and the
 * refusals.
 */
export function recoveryConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  const record = sampleRecord("snapshot_set", "a copy");
  const vmId = uniqueId("vm");
  const [rootId, dataId] = [uniqueId("vol"), uniqueId("vol")];
  const volumes: readonly [CaptureVolume, CaptureVolume] = [
    { volumeId: rootId, role: "root", sizeGb: 4 },
    { volumeId: dataId, role: "data", sizeGb: 1 },
  ];
  const places: readonly FixtureVolume[] = [
    { volumeId: rootId, devicePath: null },
    { volumeId: dataId, devicePath: "/dev/vdb" },
  ];
  beforeAll(async () => {
    fixture = await open();
    await runningInstance(fixture, vmId);
    await fixture.provider.volumes.createVolume(
      dataId,
      { name: "data", sizeGb: 1, type: "ssd", source: null, record: sampleRecord("volume", "data") },
      signal,
    );
    await fixture.provider.volumes.attachVolume(dataId, { vmId, devicePath: "/dev/vdb" }, signal);
  });
  afterAll(async () => {
    await fixture.provider.compute.deleteInstance(vmId, signal);
    await fixture.provider.volumes.deleteVolume(dataId, signal);
    await fixture.close();
  });

  const write = async (text: string, where = places) => {
    for (const place of where) await fixture.write(vmId, place, text);
  };
  const read = async () => [
    await fixture.read(vmId, { volumeId: rootId, devicePath: null }),
    await fixture.read(vmId, { volumeId: dataId, devicePath: "/dev/vdb" }),
  ];
  /** A restore needs a stopped instance. */
  const stopped = async (work: () => Promise<unknown>) => {
    await fixture.provider.compute.stopInstance(vmId, { force: true }, signal);
    await work();
    await fixture.provider.compute.startInstance(vmId, signal);
  };

  /** Exports a snapshot or a backup and reads at most about `atMost` bytes of each file. */
  const exported = async (point: PointRef, wanted: readonly CaptureVolume[], atMost = Number.POSITIVE_INFINITY) => {
    const files: { volumeId: string; sizeBytes: number; read: number }[] = [];
    for await (const { volumeId, sizeBytes, content } of fixture.provider.recovery.exportPoint(
      vmId,
      point,
      wanted,
      signal,
    )) {
      let read = 0;
      for await (const chunk of content) {
        read += chunk.length;
        if (read >= atMost) break;
      }
      files.push({ volumeId, sizeBytes, read });
    }
    return files;
  };

  test("a snapshot keeps the content of its first call and restores only the requested volumes", async () => {
    const { recovery } = fixture.provider;
    const snapshotId = uniqueId("rp");
    await write("past");
    const captured = await recovery.createSnapshot(vmId, { snapshotId, record }, volumes, signal);
    expect(new Set(captured.map(({ volumeId }) => volumeId))).toEqual(new Set([rootId, dataId]));
    await write("present");
    await recovery.createSnapshot(vmId, { snapshotId, record }, volumes, signal);
    await stopped(() => twice(() => recovery.restoreSnapshot(vmId, snapshotId, volumes.slice(0, 1), signal)));
    expect(await read()).toEqual(["past", "present"]);
    await stopped(() => recovery.restoreSnapshot(vmId, snapshotId, volumes, signal));
    expect(await read()).toEqual(["past", "past"]);
    await twice(() => recovery.deleteSnapshot(vmId, snapshotId, signal));
  });

  test("each backup of a chain restores its own content, and a parent cannot be deleted first", async () => {
    const { recovery } = fixture.provider;
    const [full, incremental] = [uniqueId("bkp"), uniqueId("bkp")];
    await write("one");
    await twice(() => recovery.createBackup(vmId, { backupId: full, parentBackupId: null, record }, volumes, signal));
    await write("two", places.slice(0, 1));
    await twice(() =>
      recovery.createBackup(vmId, { backupId: incremental, parentBackupId: full, record }, volumes, signal),
    );
    await write("three");
    await stopped(() => twice(() => recovery.restoreBackup(vmId, incremental, volumes, signal)));
    expect(await read()).toEqual(["two", "one"]);
    await stopped(() => recovery.restoreBackup(vmId, full, volumes, signal));
    expect(await read()).toEqual(["one", "one"]);
    await expect(recovery.deleteBackup(vmId, full, signal)).rejects.toMatchObject({
      code: "backup_in_use",
      retryable: false,
    });
    await twice(() => recovery.deleteBackup(vmId, incremental, signal));
    await twice(() => recovery.deleteBackup(vmId, full, signal));
  });

  test("a backup or a snapshot is exported as one complete file per volume and leaves no temporary volumes", async () => {
    const { recovery } = fixture.provider;
    const [full, incremental, snapshotId] = [uniqueId("bkp"), uniqueId("bkp"), uniqueId("snap")];
    await write("to be exported");
    await recovery.createBackup(vmId, { backupId: full, parentBackupId: null, record }, volumes, signal);
    await recovery.createBackup(vmId, { backupId: incremental, parentBackupId: full, record }, volumes, signal);
    await recovery.createSnapshot(vmId, { snapshotId, record }, volumes, signal);
    const before = await fixture.inventory();
    // One export is abandoned after the first bytes, the other is read to the end.
    const [first] = await exported({ kind: "backup", id: incremental }, volumes.slice(1), 1);
    expect(first?.read).toBeGreaterThan(0);
    for (const point of [{ kind: "backup", id: incremental } as const, { kind: "snapshot", id: snapshotId } as const]) {
      const files = await exported(point, volumes);
      expect(files.map(({ volumeId }) => volumeId)).toEqual([rootId, dataId]);
      for (const { sizeBytes, read } of files) expect(read).toBe(sizeBytes);
    }
    expect(await fixture.inventory()).toEqual(before);
    await recovery.deleteBackup(vmId, incremental, signal);
    await recovery.deleteBackup(vmId, full, signal);
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    for (const [kind, id] of [["backup", full] as const, ["snapshot", snapshotId] as const])
      await expect(exported({ kind, id }, volumes)).rejects.toMatchObject({
        code: `${kind}_not_found`,
        retryable: false,
      });
  });

  test.each([
    ["backup", "deleteBackup"],
    ["snapshot", "deleteSnapshot"],
  ] as const)("a machine is made of a %s whose own machine is gone, and stays when that goes", async (kind, remove) => {
    const { compute, recovery } = fixture.provider;
    const [was, pointId, made] = [uniqueId("vm"), uniqueId("rp"), uniqueId("vm")];
    const [root, newRoot] = [uniqueId("vol"), uniqueId("vol")];
    await runningInstance(fixture, was);
    await fixture.write(was, { volumeId: root, devicePath: null }, "kept");
    const disk: CaptureVolume = { volumeId: root, role: "root", sizeGb: 4 };
    const capture = () =>
      kind === "snapshot"
        ? recovery.createSnapshot(was, { snapshotId: pointId, record }, [disk], signal)
        : recovery.createBackup(was, { backupId: pointId, parentBackupId: null, record }, [disk], signal);
    await capture();
    await fixture.write(was, { volumeId: root, devicePath: null }, "later");
    await twice(() => compute.deleteInstance(was, signal));
    expect(await recovery.findRecoveryPoints([pointId], signal)).toEqual([{ id: pointId, vmId: was, kind }]);
    expect(await capture()).toMatchObject([{ volumeId: root }]);

    const point = { kind, pointId, vmId: was, volumeId: root, newVolumeId: newRoot };
    await twice(() => compute.createInstance(made, { ...smallSpec(fixture, "again"), point }, signal));
    await compute.provisionInstance(made, signal);
    await compute.configureInstance(made, { hostname: "again", sshKeys: [], userData: null }, signal);
    await compute.startInstance(made, signal);
    await twice(() => recovery[remove](was, pointId, signal));
    expect(await fixture.read(made, { volumeId: newRoot, devicePath: null })).toBe("kept");
    await compute.deleteInstance(made, signal);

    const none = uniqueId("vm");
    await expect(compute.createInstance(none, { ...smallSpec(fixture, "none"), point }, signal)).rejects.toMatchObject({
      code: `${kind}_not_found`,
      retryable: false,
    });
    await compute.deleteInstance(none, signal);
  });

  test("listRecoveryPoints returns each snapshot and backup once, in pages", async () => {
    const { recovery } = fixture.provider;
    const [backupId, snapshotId] = [uniqueId("bkp"), uniqueId("rp")];
    await recovery.createSnapshot(vmId, { snapshotId, record }, volumes, signal);
    await recovery.createBackup(vmId, { backupId, parentBackupId: null, record }, volumes, signal);
    const all: { id: string; kind: string }[] = [];
    for (let after = "", more = true; more; ) {
      const page = await recovery.listRecoveryPoints({ after, limit: 1 }, signal);
      all.push(...page.filter((point) => point.vmId === vmId));
      after = page.at(-1)?.id ?? after;
      more = page.length > 0;
    }
    const found = await recovery.findRecoveryPoints([snapshotId, backupId, uniqueId("rp")], signal);
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: backupId, vmId, kind: "backup" },
      { id: snapshotId, vmId, kind: "snapshot" },
    ]);
    expect(all).toEqual([
      expect.objectContaining({ id: backupId, kind: "backup" }),
      expect.objectContaining({ id: snapshotId, kind: "snapshot" }),
    ]);
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    await recovery.deleteBackup(vmId, backupId, signal);
  });

  test("impossible calls fail without retry, and deleting a missing copy succeeds", async () => {
    const { recovery } = fixture.provider;
    const none = uniqueId("vm");
    const forGood = (code: string) => ({ name: "ProviderError", code, retryable: false });
    await expect(
      recovery.createSnapshot(none, { snapshotId: uniqueId("rp"), record }, volumes, signal),
    ).rejects.toMatchObject(forGood("instance_not_found"));
    await expect(
      recovery.createBackup(none, { backupId: uniqueId("bkp"), parentBackupId: null, record }, volumes, signal),
    ).rejects.toMatchObject(forGood("instance_not_found"));
    const orphan = { backupId: uniqueId("bkp"), parentBackupId: uniqueId("bkp"), record };
    await expect(recovery.createBackup(vmId, orphan, volumes, signal)).rejects.toMatchObject(
      forGood("parent_backup_not_found"),
    );
    const snapshotId = uniqueId("rp");
    await recovery.createSnapshot(vmId, { snapshotId, record }, volumes, signal);
    await expect(recovery.restoreSnapshot(vmId, snapshotId, volumes, signal)).rejects.toMatchObject(
      forGood("instance_not_stopped"),
    );
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    await stopped(async () => {
      await expect(recovery.restoreSnapshot(vmId, uniqueId("rp"), volumes, signal)).rejects.toMatchObject(
        forGood("snapshot_not_found"),
      );
      await expect(recovery.restoreBackup(vmId, uniqueId("bkp"), volumes, signal)).rejects.toMatchObject(
        forGood("backup_not_found"),
      );
    });
    await recovery.deleteBackup(none, uniqueId("bkp"), signal);
    await recovery.deleteSnapshot(none, uniqueId("rp"), signal);
  });
}
