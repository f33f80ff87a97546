// What the hosts of every provider have in common. A site with one host refuses a move; with several, machines move.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  hostOf,
  type ProviderFixture,
  runningInstance,
  sampleRecord,
  signal,
  smallSpec,
  twice,
  uniqueId,
} from "./provider-fixture.ts";

export function hostConformance(open: () => Promise<ProviderFixture>): void {
  let fixture: ProviderFixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(() => fixture.close());

  test("the hosts are told with their capacity, and an instance says which one it is on", async () => {
    const { compute, hosts } = fixture.provider;
    const listed = await hosts.listHosts(signal);
    expect(listed.length).toBeGreaterThan(0);
    for (const { capacity, architecture, architectures, firmware } of listed.filter(({ online }) => online)) {
      expect(architectures).toContain(architecture);
      expect(firmware).not.toBeNull();
      expect(capacity?.cpus).toBeGreaterThan(0);
      expect(capacity?.ramMb).toBeGreaterThanOrEqual(capacity?.freeRamMb ?? 0);
      expect(capacity?.diskGb).toBeGreaterThanOrEqual(capacity?.freeDiskGb ?? 0);
    }
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    const [instance] = await compute.findInstances([vmId], signal);
    const names = listed.map(({ name }) => name);
    if (names.length > 1) expect(names).toContain(instance?.host);
    else expect([null, names[0]]).toContain(instance?.host);
    await compute.deleteInstance(vmId, signal);
  });

  test("an instance moves to another host and keeps its power, or the single host refuses", async () => {
    const { compute, hosts } = fixture.provider;
    const listed = await hosts.listHosts(signal);
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    const [before] = await compute.findInstances([vmId], signal);
    const own = listed.find(({ name }) => name === before?.host) ?? listed[0];
    const live = own?.movesLive === true;
    if (!live) await compute.stopInstance(vmId, { force: true }, signal);
    const other = listed.find(({ name, online }) => online && name !== own?.name);
    if (other === undefined) {
      const moving = hosts.moveInstance(vmId, { host: String(own?.name), live }, signal);
      await expect(moving).rejects.toMatchObject({ code: "unsupported_by_site", retryable: false });
    } else {
      const boot = live ? await fixture.bootOf(vmId) : undefined;
      await twice(() => hosts.moveInstance(vmId, { host: other.name, live }, signal));
      const [after] = await compute.findInstances([vmId], signal);
      expect(after).toEqual({ ...before, power: live ? "running" : "stopped", host: other.name });
      if (live) expect(await fixture.bootOf(vmId)).toBe(boot);
    }
    await compute.deleteInstance(vmId, signal);
  });

  test("an instance that has moved goes back to the copies that were made of it before", async () => {
    const { compute, hosts, recovery } = fixture.provider;
    const [vmId, snapshotId, backupId, copyId] = [uniqueId("vm"), uniqueId("rp"), uniqueId("bkp"), uniqueId("vm")];
    await runningInstance(fixture, vmId);
    const copyVolumeId = uniqueId("vol");
    const record = sampleRecord("snapshot_set", "nightly");
    const root = { volumeId: uniqueId("vol"), role: "root", sizeGb: 4 } as const;
    const disk = { volumeId: root.volumeId, devicePath: null };
    await fixture.write(vmId, disk, "before");
    await recovery.createSnapshot(vmId, { snapshotId, record }, [root], signal);
    await recovery.createBackup(vmId, { backupId, parentBackupId: null, record }, [root], signal);
    await compute.stopInstance(vmId, { force: true }, signal);
    const from = await hostOf(fixture, vmId);
    const to = (await hosts.listHosts(signal)).find(({ name, online }) => online && name !== from);
    if (from !== null && to !== undefined) await hosts.moveInstance(vmId, { host: to.name, live: false }, signal);
    const back = [
      () => recovery.restoreSnapshot(vmId, snapshotId, [root], signal),
      () => recovery.restoreBackup(vmId, backupId, [root], signal),
    ];
    for (const restore of back) {
      await compute.startInstance(vmId, signal);
      await fixture.write(vmId, disk, "after");
      await compute.stopInstance(vmId, { force: true }, signal);
      const where = await hostOf(fixture, vmId);
      await twice(restore);
      expect(await hostOf(fixture, vmId)).toBe(where);
      await compute.startInstance(vmId, signal);
      expect(await fixture.read(vmId, disk)).toBe("before");
      await compute.stopInstance(vmId, { force: true }, signal);
    }
    const point = {
      kind: "backup",
      pointId: backupId,
      vmId,
      volumeId: root.volumeId,
      newVolumeId: copyVolumeId,
    } as const;
    await compute.createInstance(copyId, { ...smallSpec(fixture, "copy"), point, host: to?.name ?? null }, signal);
    await compute.startInstance(copyId, signal);
    expect(await fixture.read(copyId, { volumeId: copyVolumeId, devicePath: null })).toBe("before");
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    await recovery.deleteBackup(vmId, backupId, signal);
    for (const vm of [vmId, copyId]) await compute.deleteInstance(vm, signal);
  });

  test("an instance does not start elsewhere while its host answers", async () => {
    const { compute, hosts } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    const [before] = await compute.findInstances([vmId], signal);
    const other = (await hosts.listHosts(signal)).find(({ name }) => name !== before?.host);
    await expect(hosts.recoverInstance(vmId, other?.name ?? "other", signal)).rejects.toMatchObject({
      code: expect.stringMatching(/^(host_answers|unsupported_by_site|instance_not_found)$/),
      retryable: false,
    });
    expect(await compute.findInstances([vmId], signal)).toEqual([before]);
    await compute.deleteInstance(vmId, signal);
  });

  test("a missing instance is not moved", async () => {
    const { hosts } = fixture.provider;
    const [host] = await hosts.listHosts(signal);
    const moving = hosts.moveInstance(uniqueId("vm"), { host: String(host?.name), live: false }, signal);
    await expect(moving).rejects.toMatchObject({
      code: expect.stringMatching(/^(instance_not_found|unsupported_by_site)$/),
    });
  });
}
