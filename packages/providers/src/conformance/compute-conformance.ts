import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ProviderBed, runningInstance, signal, smallSpec, twice, uniqueId } from "./provider-bed.ts";

/**
 * Conformance tests of the compute port, for every provider. They make every call twice and also call for missing
 * instances.
 */
export function computeConformance(open: () => Promise<ProviderBed>) {
  let bed: ProviderBed;
  beforeAll(async () => {
    bed = await open();
  });
  afterAll(() => bed.close());

  const found = async (vmId: string) => (await bed.provider.compute.findInstances([vmId], signal))[0];

  test("an instance is created, stopped, started and deleted, with repeatable calls", async () => {
    const { compute } = bed.provider;
    const vmId = uniqueId("vm");
    const { privateIp } = await runningInstance(bed, vmId);
    expect(await found(vmId)).toMatchObject({
      vmId,
      power: "running",
      privateIp,
      cpu: 1,
      ramMb: 512,
      diskGb: 4,
      rescue: false,
    });
    await twice(() => compute.stopInstance(vmId, { force: false }, signal));
    expect(await found(vmId)).toMatchObject({ power: "stopped" });
    expect(await compute.startInstance(vmId, signal)).toEqual({ privateIp });
    await twice(() => compute.stopInstance(vmId, { force: true }, signal));
    await twice(() => compute.deleteInstance(vmId, signal));
    expect(await found(vmId)).toBeUndefined();
  });

  test("instances have distinct addresses, a restart is idempotent, and a running one can be deleted", async () => {
    const { compute } = bed.provider;
    const [a, b] = [uniqueId("vm"), uniqueId("vm")];
    const addresses = [(await runningInstance(bed, a)).privateIp, (await runningInstance(bed, b)).privateIp];
    expect(new Set(addresses).size).toBe(2);
    const first = await bed.bootOf(a);
    await compute.restartInstance(a, { force: true, requestId: "one" }, signal);
    const second = await bed.bootOf(a);
    expect(second).not.toBe(first);
    await compute.restartInstance(a, { force: true, requestId: "one" }, signal);
    expect(await bed.bootOf(a)).toBe(second);
    for (const vmId of [a, b]) await compute.deleteInstance(vmId, signal);
  });

  test("resizing and growing are repeatable, and growing never shrinks a disk", async () => {
    const { compute } = bed.provider;
    const vmId = uniqueId("vm");
    await runningInstance(bed, vmId);
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() =>
      compute.resizeInstance(vmId, { cpu: 2, ramMb: 1024, gpuModel: null, gpuCount: 0, planId: "large" }, signal),
    );
    await twice(() => compute.growRootDisk(vmId, 6, signal));
    await compute.growRootDisk(vmId, 5, signal);
    expect(await found(vmId)).toMatchObject({ cpu: 2, ramMb: 1024, diskGb: 6, power: "stopped" });
    await twice(() => compute.revertRootDisk(vmId, 4, signal));
    expect(await found(vmId)).toMatchObject({ diskGb: 4 });
    await compute.deleteInstance(vmId, signal);
  });

  test("a rebuild and its revert are repeatable, and the revert restores the content", async () => {
    const { compute } = bed.provider;
    const vmId = uniqueId("vm");
    await runningInstance(bed, vmId);
    await bed.mark(vmId, "before");
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => compute.rebuildInstance(vmId, { templateId: bed.images[1], requestId: "rebuild" }, signal));
    expect(await found(vmId)).toMatchObject({ templateId: bed.images[1] });
    await compute.startInstance(vmId, signal);
    expect(await bed.markOf(vmId)).toBeNull();
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => compute.revertInstance(vmId, { requestId: "rebuild" }, signal));
    expect(await found(vmId)).toMatchObject({ templateId: bed.images[0] });
    await compute.startInstance(vmId, signal);
    expect(await bed.markOf(vmId)).toBe("before");
    await compute.deleteInstance(vmId, signal);
  });

  test("rescue mode turns on and off repeatably and restarts only on a change", async () => {
    const { compute } = bed.provider;
    const vmId = uniqueId("vm");
    await runningInstance(bed, vmId);
    const first = await bed.bootOf(vmId);
    await compute.setRescueMode(vmId, true, signal);
    const second = await bed.bootOf(vmId);
    expect(second).not.toBe(first);
    await compute.setRescueMode(vmId, true, signal);
    expect(await bed.bootOf(vmId)).toBe(second);
    expect(await found(vmId)).toMatchObject({ rescue: true, power: "running" });
    await twice(() => compute.setRescueMode(vmId, false, signal));
    expect(await found(vmId)).toMatchObject({ rescue: false, power: "running" });
    await compute.deleteInstance(vmId, signal);
  });

  test("the console log is readable while an instance runs and after it stopped", async () => {
    const { compute } = bed.provider;
    const vmId = uniqueId("vm");
    await compute.createInstance(vmId, smallSpec(bed), signal);
    expect(await compute.readConsoleLog(vmId, signal)).toEqual({ bytes: Buffer.alloc(0), truncated: false });
    await runningInstance(bed, vmId, "talker");
    const text = async () => (await compute.readConsoleLog(vmId, signal)).bytes.toString();
    await expect.poll(text, { timeout: 20_000 }).toContain("Hostname set to <talker>");
    await compute.stopInstance(vmId, { force: true }, signal);
    expect(await text()).not.toBe("");
    await compute.deleteInstance(vmId, signal);
  });

  test("listInstances returns pages in the order of the ids", async () => {
    const { compute } = bed.provider;
    const prefix = uniqueId("vm").slice(0, -1);
    for (const last of ["2", "1", "3"]) await compute.createInstance(`${prefix}${last}`, smallSpec(bed), signal);
    const page = async (after: string) =>
      (await compute.listInstances({ after, limit: 2 }, signal)).map(({ vmId }) => vmId);
    expect(await page(prefix)).toEqual([`${prefix}1`, `${prefix}2`]);
    expect((await page(`${prefix}2`))[0]).toBe(`${prefix}3`);
    for (const last of ["1", "2", "3"]) await compute.deleteInstance(`${prefix}${last}`, signal);
  });

  describe("a missing instance", () => {
    const none = uniqueId("vm");
    const size = { cpu: 1, ramMb: 512, gpuModel: null, gpuCount: 0, planId: "large" };
    test.each<[string, () => Promise<unknown>]>([
      ["provisionInstance", () => bed.provider.compute.provisionInstance(none, signal)],
      [
        "configureInstance",
        () => bed.provider.compute.configureInstance(none, { hostname: "x", sshKeys: [], userData: null }, signal),
      ],
      ["startInstance", () => bed.provider.compute.startInstance(none, signal)],
      ["stopInstance", () => bed.provider.compute.stopInstance(none, { force: true }, signal)],
      ["restartInstance", () => bed.provider.compute.restartInstance(none, { force: true, requestId: "r" }, signal)],
      ["resizeInstance", () => bed.provider.compute.resizeInstance(none, size, signal)],
      ["growRootDisk", () => bed.provider.compute.growRootDisk(none, 20, signal)],
      ["revertRootDisk", () => bed.provider.compute.revertRootDisk(none, 20, signal)],
      [
        "rebuildInstance",
        () => bed.provider.compute.rebuildInstance(none, { templateId: bed.images[0], requestId: "r" }, signal),
      ],
      [
        "updateAccess",
        () => bed.provider.compute.updateAccess(none, { sshKeys: [], passwordHash: null, requestId: "r" }, signal),
      ],
      ["revertInstance", () => bed.provider.compute.revertInstance(none, { requestId: "r" }, signal)],
      ["readConsoleLog", () => bed.provider.compute.readConsoleLog(none, signal)],
      ["setRescueMode", () => bed.provider.compute.setRescueMode(none, true, signal)],
    ])("makes %s fail with instance_not_found and not retryable", async (_, call) => {
      await expect(call()).rejects.toMatchObject({
        name: "ProviderError",
        code: "instance_not_found",
        retryable: false,
      });
    });

    test("can be deleted without an error", () => bed.provider.compute.deleteInstance(none, signal));
  });

  test("an aborted signal ends a call with its reason", async () => {
    await expect(
      bed.provider.compute.startInstance(uniqueId("vm"), AbortSignal.abort(new Error("enough"))),
    ).rejects.toThrow("enough");
  });
}
