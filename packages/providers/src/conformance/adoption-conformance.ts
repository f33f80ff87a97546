import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { MachineLabels } from "../ports/adoption-port.ts";
import type { CaptureVolume } from "../ports/recovery-port.ts";
import { type ProviderFixture, runningInstance, sampleRecord, signal, twice, uniqueId } from "./provider-fixture.ts";

const NOBODY: ReadonlySet<string> = new Set();
const byName = (one: string, other: string) => (one < other ? -1 : 1);

/**
 * Conformance tests of the adoption port, for every provider: a machine that somebody made by hand runs on, with its
 * content, while it is adopted and after it was released, and in between it does what every VM does.
 */
export function adoptionConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  const nameOf = (prefix: string) => uniqueId(prefix).replace("_", "-").slice(0, 20);
  let [machine, disk] = ["", ""];
  beforeAll(async () => {
    fixture = await open();
  });
  const make = async () => {
    [machine, disk] = [nameOf("web"), nameOf("notes")];
    onTestFinished(() => fixture.byHand.remove(machine, disk));
    await fixture.byHand.make(machine, disk);
  };
  const makeWithContent = async () => {
    await make();
    await fixture.byHand.write(machine, null, "root");
    await fixture.byHand.write(machine, disk, "data");
  };
  afterAll(() => fixture.close());

  const labels = (): MachineLabels => {
    const [vmId, volumeId] = [uniqueId("vm"), uniqueId("vol")];
    const own = {
      machine,
      vmId,
      vmName: "Web",
      planId: "small",
      templateId: "unknown",
      rootVolumeId: uniqueId("root"),
    };
    const volume = { volume: disk, volumeId, volumeName: "notes", devicePath: "/dev/vdb" };
    const volumes = [{ ...volume, record: sampleRecord("volume", "notes") }];
    return { ...own, record: sampleRecord("vm", "Web"), volumes };
  };
  const idsOf = ({ vmId, volumes }: MachineLabels) => [vmId, volumes.map(({ volumeId }) => volumeId)] as const;
  const strangers = async (unfinished = NOBODY) => {
    const found = await fixture.provider.adoption.findStrangers(unfinished, signal);
    return {
      machine: found.machines.find(({ name }) => name === machine),
      volume: found.volumes.find(({ name }) => name === disk),
    };
  };
  const content = async () => [await fixture.byHand.read(machine, null), await fixture.byHand.read(machine, disk)];
  const listed = async () => {
    const { compute, volumes } = fixture.provider;
    const page = { after: "", limit: 1_000 };
    const [instances, stored] = [await compute.listInstances(page, signal), await volumes.listVolumes(page, signal)];
    return [...instances.map(({ vmId }) => vmId), ...stored.map(({ volumeId }) => volumeId)].toSorted(byName);
  };

  test("a machine made by hand is a stranger with its size and its volume, and no VM", async () => {
    await make();
    const before = await listed();
    expect(await strangers()).toEqual({
      machine: expect.objectContaining({
        ...{ name: machine, type: fixture.byHand.type ?? "container", power: "running", cpu: 1, ramMb: 512, diskGb: 4 },
        ...{ volumes: [disk], obstacles: [], warnings: [] },
      }),
      volume: { name: disk, sizeGb: 1, machines: [machine], obstacles: [] },
    });
    expect(await listed()).toEqual(before);
  });

  test("labels make it a VM and taking them off makes it a stranger, and it runs on", async () => {
    await makeWithContent();
    const { adoption, inventory, compute, networks } = fixture.provider;
    const boot = await fixture.byHand.bootOf(machine);
    const others = await listed();
    const first = labels();
    const [vmId, [volumeId = ""]] = idsOf(first);
    await twice(() => adoption.labelMachine(first, signal));
    expect(await listed()).toEqual([...others, vmId, volumeId].toSorted(byName));
    expect(await strangers()).toEqual({ machine: undefined, volume: undefined });
    // An adoption that was interrupted after the labels is not lost.
    expect(await strangers(new Set([vmId, volumeId]))).toMatchObject({
      machine: { power: "running", volumes: [disk] },
      volume: { machines: [machine] },
    });
    expect(await inventory.describe("vm", vmId, signal)).toMatchObject({
      ...{ id: vmId, name: "Web", record: first.record },
      instance: { power: "running", planId: "small", templateId: "unknown", cpu: 1, ramMb: 512, diskGb: 4 },
    });
    expect(await inventory.describe("volume", volumeId, signal)).toMatchObject({
      ...{ id: volumeId, name: "notes", record: first.volumes[0]?.record },
      volume: { sizeGb: 1, attachedVmId: vmId, devicePath: "/dev/vdb" },
    });
    expect(await networks.list("vm", { after: "", limit: 1_000 }, signal)).toEqual([]);
    expect(await compute.listTraffic({ after: "", limit: 1_000 }, signal)).toContainEqual(
      expect.objectContaining({ vmId }),
    );
    await expect(adoption.labelMachine({ ...labels(), machine: nameOf("none") }, signal)).rejects.toMatchObject({
      code: "machine_not_found",
      retryable: false,
    });

    expect(await adoption.releaseMachine(vmId, [volumeId], signal)).toBe(machine);
    expect(await adoption.releaseMachine(vmId, [volumeId], signal)).toBeNull();
    expect(await strangers()).toMatchObject({ machine: { power: "running" }, volume: { machines: [machine] } });
    expect(await listed()).toEqual(others);
    expect(await inventory.describe("vm", vmId, signal)).toBeUndefined();
    expect(await content()).toEqual(["root", "data"]);
    expect(await fixture.byHand.bootOf(machine)).toBe(boot);
  });

  test("adopted, it does what every VM does, and keeps its name at the site", async () => {
    await makeWithContent();
    const { adoption, compute, recovery, volumes } = fixture.provider;
    const adopted = labels();
    const [vmId, [volumeId = ""]] = idsOf(adopted);
    await adoption.labelMachine(adopted, signal);
    const boot = await fixture.byHand.bootOf(machine);
    await compute.stopInstance(vmId, { force: true }, signal);
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ power: "stopped" }]);
    await compute.startInstance(vmId, signal);
    await compute.restartInstance(vmId, { force: true, requestId: uniqueId("op") }, signal);
    expect(await fixture.byHand.bootOf(machine)).not.toBe(boot);
    await compute.resizeInstance(
      vmId,
      { cpu: 2, ramMb: 1024, gpuModel: null, gpuCount: 0, gpus: [], planId: "large" },
      signal,
    );
    await compute.growRootDisk(vmId, 5, signal);
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ cpu: 2, ramMb: 1024, diskGb: 5 }]);

    const taken: readonly CaptureVolume[] = [
      { volumeId: adopted.rootVolumeId, role: "root", sizeGb: 5 },
      { volumeId, role: "data", sizeGb: 1 },
    ];
    const snapshotId = uniqueId("snap");
    await twice(() =>
      recovery.createSnapshot(vmId, { snapshotId, record: sampleRecord("snapshot_set", "s") }, taken, signal),
    );
    await fixture.byHand.write(machine, null, "root later");
    await fixture.byHand.write(machine, disk, "data later");
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => recovery.restoreSnapshot(vmId, snapshotId, taken, signal));
    await compute.startInstance(vmId, signal);
    expect(await content()).toEqual(["root", "data"]);
    await recovery.deleteSnapshot(vmId, snapshotId, signal);

    await twice(() => volumes.detachVolume(volumeId, vmId, signal));
    expect(await volumes.findVolumes([volumeId], signal)).toEqual([{ volumeId, sizeGb: 1, attachedVmId: null }]);
    await twice(() => volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdb" }, signal));
    expect(await volumes.findVolumes([volumeId], signal)).toEqual([{ volumeId, sizeGb: 1, attachedVmId: vmId }]);
    expect(await adoption.releaseMachine(vmId, [volumeId], signal)).toBe(machine);
    const left = fixture.byHand.namedByFile ? expect.any(String) : disk;
    expect(await strangers()).toMatchObject({ machine: { cpu: 2, diskGb: 5, volumes: [left] } });
  });

  test("a VM that was created here is released under its name, adopted again, and deleted", async () => {
    const { adoption, compute, networks } = fixture.provider;
    const created = uniqueId("vm");
    await runningInstance(fixture, created);
    await fixture.mark(created, "kept");
    const name = await adoption.releaseMachine(created, [], signal);
    expect(await compute.findInstances([created], signal)).toEqual([]);
    expect(await networks.list("vm", { after: "", limit: 1_000 }, signal)).toEqual([]);
    const { machines } = await adoption.findStrangers(NOBODY, signal);
    expect(machines).toContainEqual(expect.objectContaining({ name, power: "running", obstacles: [] }));
    const again = { ...labels(), machine: name ?? "", volumes: [] };
    await adoption.labelMachine(again, signal);
    expect(await compute.findInstances([again.vmId], signal)).toMatchObject([{ power: "running" }]);
    await twice(() => compute.deleteInstance(again.vmId, signal));
    expect(await compute.findInstances([again.vmId], signal)).toEqual([]);
    expect((await adoption.findStrangers(NOBODY, signal)).machines.map((left) => left.name)).not.toContain(name);
  });
}
