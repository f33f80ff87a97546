import { afterAll, beforeAll, expect, test } from "vitest";
import { RESOURCE_KINDS, type ResourceKind } from "../ports/inventory-port.ts";
import type { CaptureVolume } from "../ports/recovery-port.ts";
import {
  type ProviderFixture,
  runningInstance,
  sampleRecord,
  signal,
  smallSpec,
  twice,
  uniqueId,
} from "./provider-fixture.ts";

/**
 * Conformance tests of the inventory port, for every provider: a description shows what the resource was created with,
 * even after later changes.
 */
export function inventoryConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(() => fixture.close());

  const describe = (kind: ResourceKind, id: string) => fixture.provider.inventory.describe(kind, id, signal);

  test("the mark of a site is read as written and replaced as a whole", async () => {
    const { inventory } = fixture.provider;
    expect(await inventory.readOwnership(signal)).toBeNull();
    const mark = { installationId: "ins_one", epoch: 1, token: "first" };
    await twice(() => inventory.writeOwnership(mark, signal));
    expect(await inventory.readOwnership(signal)).toEqual(mark);
    const next = { installationId: "ins_two", epoch: 2_000_000_000_000, token: 'of "another" kind' };
    await inventory.writeOwnership(next, signal);
    expect(await inventory.readOwnership(signal)).toEqual(next);
    // The mark is not listed as a resource.
    expect(await fixture.provider.networks.list("vm", { after: "", limit: 1_000 }, signal)).toEqual([]);
    expect(await fixture.provider.networks.list("nat_gateway", { after: "", limit: 1_000 }, signal)).toEqual([]);
  });

  test("describe shows a VM's first record and its present state after every change", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    const { privateIp } = await runningInstance(fixture, vmId, "front");
    const made = await describe("vm", vmId);
    const instance = {
      power: "running",
      planId: "small",
      templateId: fixture.images[0],
      cpu: 1,
      ramMb: 512,
      diskGb: 4,
      privateIp,
    };
    const record = sampleRecord("vm", "front");
    expect(made).toEqual({
      kind: "vm",
      id: vmId,
      name: "front",
      size: "1 CPU, 512 MB RAM, 4 GB disk",
      madeAt: expect.any(Date),
      record,
      instance,
    });
    await compute.createInstance(
      vmId,
      { ...smallSpec(fixture, "front"), planId: "other", record: sampleRecord("vm", "late") },
      signal,
    );
    expect(await describe("vm", vmId)).toEqual(made);

    await compute.stopInstance(vmId, { force: true }, signal);
    expect(await describe("vm", vmId)).toEqual({ ...made, instance: { ...instance, power: "stopped" } });
    await twice(() =>
      compute.resizeInstance(
        vmId,
        { cpu: 2, ramMb: 1024, gpuModel: null, gpuCount: 0, gpus: [], planId: "large" },
        signal,
      ),
    );
    await compute.growRootDisk(vmId, 6, signal);
    const large = {
      ...made,
      size: "2 CPUs, 1 GB RAM, 6 GB disk",
      instance: { ...instance, power: "stopped", planId: "large", cpu: 2, ramMb: 1024, diskGb: 6 },
    };
    expect(await describe("vm", vmId)).toEqual(large);
    await compute.rebuildInstance(vmId, { templateId: fixture.images[1], requestId: "rebuild" }, signal);
    expect(await describe("vm", vmId)).toEqual({
      ...large,
      instance: { ...large.instance, templateId: fixture.images[1] },
    });
    await compute.revertInstance(vmId, { requestId: "rebuild" }, signal);
    expect(await describe("vm", vmId)).toEqual(large);
    await compute.deleteInstance(vmId, signal);
    expect(await describe("vm", vmId)).toBeUndefined();
  });

  test("describe shows a volume's record, its attachment and only its own snapshots", async () => {
    const { recovery, volumes } = fixture.provider;
    const [vmId, volumeId, copyId, snapshotId, pointId] = [
      uniqueId("vm"),
      uniqueId("vol"),
      uniqueId("vol"),
      uniqueId("snap"),
      uniqueId("rp"),
    ];
    const record = sampleRecord("volume", "data");
    await runningInstance(fixture, vmId);
    await twice(() =>
      volumes.createVolume(volumeId, { name: "data", sizeGb: 1, type: "ssd", source: null, record }, signal),
    );
    const made = await describe("volume", volumeId);
    const volume = { sizeGb: 1, attachedVmId: null, devicePath: null, snapshots: [] };
    expect(made).toEqual({
      kind: "volume",
      id: volumeId,
      name: "data",
      size: "1 GB",
      madeAt: expect.any(Date),
      record,
      volume,
    });

    await volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdc" }, signal);
    await volumes.createSnapshot(volumeId, snapshotId, signal);
    await volumes.growVolume(volumeId, 2, signal);
    const point = { snapshotId: pointId, record: sampleRecord("snapshot_set", "nightly") };
    await recovery.createSnapshot(vmId, point, [{ volumeId, role: "data", sizeGb: 2 }], signal);
    const snapshots = [
      {
        ...{ snapshotId, sizeGb: 1 },
        storedBytes: expect.toSatisfy((bytes) => bytes === null || (bytes > 0n && bytes <= 2n ** 30n)),
        madeAt: expect.toSatisfy((madeAt) => madeAt === null || madeAt instanceof Date),
      },
    ];
    const attached = {
      ...made,
      size: "2 GB",
      volume: { sizeGb: 2, attachedVmId: vmId, devicePath: "/dev/vdc", snapshots },
    };
    expect(await describe("volume", volumeId)).toEqual(attached);

    const source = { volumeId, snapshotId };
    await volumes.createVolume(
      copyId,
      { name: "copy", sizeGb: 2, type: "ssd", source, record: sampleRecord("volume", "copy") },
      signal,
    );
    expect(await describe("volume", copyId)).toMatchObject({ name: "copy", record: sampleRecord("volume", "copy") });
    await fixture.provider.compute.stopInstance(vmId, { force: true }, signal);
    await recovery.restoreSnapshot(vmId, pointId, [{ volumeId, role: "data", sizeGb: 2 }], signal);
    expect(await describe("volume", volumeId)).toEqual(attached);

    await recovery.deleteSnapshot(vmId, pointId, signal);
    await fixture.provider.compute.deleteInstance(vmId, signal);
    expect(await describe("volume", volumeId)).toEqual({
      ...attached,
      volume: { ...attached.volume, attachedVmId: null, devicePath: null },
    });
    for (const id of [volumeId, copyId]) await volumes.deleteVolume(id, signal);
    expect(await describe("volume", volumeId)).toBeUndefined();
  });

  test("describe shows the records of snapshots and backups, and a restore keeps the VM's own", async () => {
    const { compute, recovery } = fixture.provider;
    const [vmId, snapshotId, keptId, backupId] = [uniqueId("vm"), uniqueId("rp"), uniqueId("op"), uniqueId("bkp")];
    const volumes: readonly CaptureVolume[] = [{ volumeId: uniqueId("vol"), role: "root", sizeGb: 4 }];
    await runningInstance(fixture, vmId, "front");
    const record = sampleRecord("snapshot_set", "nightly");
    await recovery.createSnapshot(vmId, { snapshotId, record }, volumes, signal);
    await recovery.createSnapshot(vmId, { snapshotId, record: sampleRecord("snapshot_set", "late") }, volumes, signal);
    await recovery.createSnapshot(vmId, { snapshotId: keptId, record: null }, volumes, signal);
    await recovery.createBackup(
      vmId,
      { backupId, parentBackupId: null, record: sampleRecord("backup", "weekly") },
      volumes,
      signal,
    );
    const point = { madeAt: expect.any(Date), recoveryPoint: { vmId } };
    expect(await describe("snapshot", snapshotId)).toMatchObject({
      kind: "snapshot",
      id: snapshotId,
      name: "nightly",
      record,
      ...point,
    });
    expect(await describe("snapshot", keptId)).toMatchObject({
      kind: "snapshot",
      id: keptId,
      name: null,
      record: null,
      ...point,
    });
    expect(await describe("backup", backupId)).toMatchObject({
      kind: "backup",
      name: "weekly",
      record: sampleRecord("backup", "weekly"),
      ...point,
    });
    expect(await describe("backup", snapshotId)).toBeUndefined();
    expect(await describe("vm", snapshotId)).toBeUndefined();

    await compute.stopInstance(vmId, { force: true }, signal);
    const before = await describe("vm", vmId);
    await recovery.restoreSnapshot(vmId, keptId, volumes, signal);
    expect(await describe("vm", vmId)).toEqual(before);
    await recovery.restoreBackup(vmId, backupId, volumes, signal);
    expect(await describe("vm", vmId)).toEqual(before);

    await recovery.deleteBackup(vmId, backupId, signal);
    await compute.deleteInstance(vmId, signal);
    expect(await describe("snapshot", snapshotId)).toMatchObject({ recoveryPoint: { vmId } });
    for (const id of [snapshotId, keptId]) await recovery.deleteSnapshot(vmId, id, signal);
    for (const id of [snapshotId, keptId]) expect(await describe("snapshot", id)).toBeUndefined();
    expect(await describe("backup", backupId)).toBeUndefined();
  });

  test("describe shows the record of the newest revision", async () => {
    const { networks } = fixture.provider;
    const [subnetId, vmId, gatewayId] = [uniqueId("sub"), uniqueId("vm"), uniqueId("nat")];
    const [first, second] = [sampleRecord("subnet", "inner"), sampleRecord("subnet", "renamed")];
    const subnet = {
      vpcId: uniqueId("vpc"),
      cidr: "10.202.1.0/24",
      gateway: "10.202.1.1",
      ipv6Cidr: null,
      dns: [],
      peers: [],
    };
    await networks.applySubnet(subnetId, { ...subnet, revision: 1, record: first }, signal);
    const made = await describe("subnet", subnetId);
    expect(made).toEqual({
      kind: "subnet",
      id: subnetId,
      name: "inner",
      size: "10.202.1.0/24",
      madeAt: expect.any(Date),
      record: first,
      revision: 1,
    });
    await networks.applySubnet(subnetId, { ...subnet, revision: 2, record: second }, signal);
    await networks.applySubnet(subnetId, { ...subnet, revision: 1, record: first }, signal);
    expect(await describe("subnet", subnetId)).toEqual({ ...made, name: "renamed", record: second, revision: 2 });

    const address = { address: "10.202.1.10", ipv6Address: null, prefixLength: 24, gateway: "10.202.1.1" };
    const nic = { subnetId, ...address, natGatewayId: gatewayId };
    const instance = { nics: [nic], publicAddress: null, firewall: null, sets: [] };
    await networks.applyInstance(vmId, { ...instance, revision: 1, record: first }, signal);
    await networks.applyInstance(vmId, { ...instance, revision: 2, record: second }, signal);
    const network = {
      kind: "vm_network",
      id: vmId,
      name: null,
      size: "10.202.1.10",
      madeAt: expect.any(Date),
      record: second,
      revision: 2,
    };
    expect(await describe("vm_network", vmId)).toEqual(network);

    const gateway = {
      subnetIds: [subnetId],
      publicAddress: { address: "198.51.100.78", reverseDns: "" },
      forwards: [],
    };
    const [old, latest] = [sampleRecord("nat_gateway", "out"), sampleRecord("nat_gateway", "exit")];
    await networks.applyGateway(gatewayId, { ...gateway, revision: 1, record: old }, signal);
    await networks.applyGateway(gatewayId, { ...gateway, revision: 2, record: latest }, signal);
    const described = {
      kind: "nat_gateway",
      id: gatewayId,
      name: "exit",
      size: "198.51.100.78",
      madeAt: expect.any(Date),
      record: latest,
      revision: 2,
    };
    expect(await describe("nat_gateway", gatewayId)).toEqual(described);

    await networks.remove("nat_gateway", gatewayId, signal);
    await networks.remove("vm", vmId, signal);
    await networks.remove("subnet", subnetId, signal);
    expect(await describe("subnet", subnetId)).toBeUndefined();
  });

  test("describe shows a VM without a network, and no network for it", async () => {
    const vmId = uniqueId("vm");
    await fixture.provider.compute.createInstance(vmId, smallSpec(fixture), signal);
    expect(await describe("vm", vmId)).toBeDefined();
    expect(await describe("vm_network", vmId)).toBeUndefined();
    await fixture.provider.compute.deleteInstance(vmId, signal);
  });

  test.each(RESOURCE_KINDS)("describe returns undefined for a missing %s", async (kind) => {
    expect(await describe(kind, uniqueId("none"))).toBeUndefined();
  });

  test("discardReplaced affects only the named VM", async () => {
    const { compute } = fixture.provider;
    const [one, other] = [uniqueId("vm"), uniqueId("vm")];
    for (const vmId of [one, other]) {
      await compute.createInstance(vmId, smallSpec(fixture), signal);
      await compute.rebuildInstance(vmId, { templateId: fixture.images[1], requestId: "rebuild" }, signal);
    }
    expect(await compute.listReplaced(3_600_000, signal)).toEqual([]);
    const before = await compute.listReplaced(-1, signal);
    await compute.discardReplaced(one, 3_600_000, signal);
    expect(new Set(await compute.listReplaced(-1, signal))).toEqual(new Set(before));
    await twice(() => compute.discardReplaced(one, -1, signal));
    expect(await compute.listReplaced(-1, signal)).toEqual(before.filter((vmId) => vmId !== one));
    for (const vmId of [one, other]) expect(await describe("vm", vmId)).toBeDefined();
    await compute.discardReplaced(uniqueId("vm"), -1, signal);
    for (const vmId of [one, other]) await compute.deleteInstance(vmId, signal);
  });
}
