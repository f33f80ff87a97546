import { afterAll, beforeAll, expect, test } from "vitest";
import { type ProviderFixture, runningInstance, signal, twice, uniqueId } from "./provider-fixture.ts";

/** Conformance tests of the calls of the compute port that change or exchange root disks, for every kind of storage. */
export function rootDiskConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(() => fixture.close());

  const found = async (vmId: string) => (await fixture.provider.compute.findInstances([vmId], signal))[0];

  test("resizing and growing are repeatable, and growing never shrinks a disk", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() =>
      compute.resizeInstance(
        vmId,
        { cpu: 2, ramMb: 1024, gpuModel: null, gpuCount: 0, gpus: [], planId: "large" },
        signal,
      ),
    );
    await twice(() => compute.growRootDisk(vmId, 6, signal));
    await compute.growRootDisk(vmId, 5, signal);
    expect(await found(vmId)).toMatchObject({ cpu: 2, ramMb: 1024, diskGb: 6, power: "stopped" });
    await twice(() => compute.revertRootDisk(vmId, 4, signal));
    expect(await found(vmId)).toMatchObject({ diskGb: 4 });
    await compute.deleteInstance(vmId, signal);
  });

  test("a rebuild and its revert are repeatable, and the revert restores the content", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    await fixture.mark(vmId, "before");
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => compute.rebuildInstance(vmId, { templateId: fixture.images[1], requestId: "rebuild" }, signal));
    expect(await found(vmId)).toMatchObject({ templateId: fixture.images[1] });
    await compute.startInstance(vmId, signal);
    expect(await fixture.markOf(vmId)).toBeNull();
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => compute.revertInstance(vmId, { requestId: "rebuild" }, signal));
    expect(await found(vmId)).toMatchObject({ templateId: fixture.images[0] });
    await compute.startInstance(vmId, signal);
    expect(await fixture.markOf(vmId)).toBe("before");
    await compute.deleteInstance(vmId, signal);
  });

  test("rescue mode turns on and off repeatably and restarts only on a change", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    const first = await fixture.bootOf(vmId);
    await compute.setRescueMode(vmId, true, signal);
    const second = await fixture.bootOf(vmId);
    expect(second).not.toBe(first);
    await compute.setRescueMode(vmId, true, signal);
    expect(await fixture.bootOf(vmId)).toBe(second);
    expect(await found(vmId)).toMatchObject({ rescue: true, power: "running" });
    await twice(() => compute.setRescueMode(vmId, false, signal));
    expect(await found(vmId)).toMatchObject({ rescue: false, power: "running" });
    await compute.deleteInstance(vmId, signal);
  });
}
