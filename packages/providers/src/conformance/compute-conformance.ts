import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InstanceTerminal } from "../ports/compute-port.ts";
import { type ProviderFixture, runningInstance, signal, smallSpec, twice, uniqueId } from "./provider-fixture.ts";

/**
 * Conformance tests of the compute port, for every provider, beside those of root disks. They make every call twice and
 * also call for missing instances.
 */
export function computeConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(() => fixture.close());

  const found = async (vmId: string) => (await fixture.provider.compute.findInstances([vmId], signal))[0];

  test("an instance is created, stopped, started and deleted, with repeatable calls", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    const { privateIp } = await runningInstance(fixture, vmId);
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
    const { compute } = fixture.provider;
    const [a, b] = [uniqueId("vm"), uniqueId("vm")];
    const addresses = [(await runningInstance(fixture, a)).privateIp, (await runningInstance(fixture, b)).privateIp];
    expect(new Set(addresses).size).toBe(2);
    const first = await fixture.bootOf(a);
    await compute.restartInstance(a, { force: true, requestId: "one" }, signal);
    const second = await fixture.bootOf(a);
    expect(second).not.toBe(first);
    await compute.restartInstance(a, { force: true, requestId: "one" }, signal);
    expect(await fixture.bootOf(a)).toBe(second);
    for (const vmId of [a, b]) await compute.deleteInstance(vmId, signal);
  });

  test("the console log is readable while an instance runs and after it stopped", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await compute.createInstance(vmId, smallSpec(fixture), signal);
    expect(await compute.readConsoleLog(vmId, signal)).toEqual({ bytes: Buffer.alloc(0), truncated: false });
    await runningInstance(fixture, vmId, "talker");
    const text = async () => (await compute.readConsoleLog(vmId, signal)).bytes.toString();
    await expect.poll(text, { timeout: 20_000 }).toContain("Hostname set to <talker>");
    await compute.stopInstance(vmId, { force: true }, signal);
    expect(await text()).not.toBe("");
    await compute.deleteInstance(vmId, signal);
  });

  test("a terminal runs commands, knows its size and says how its shell ended", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId, "shell");
    const terminal = await compute.openTerminal(vmId, { columns: 100, rows: 30 }, signal);
    const shown = output(terminal);
    if (fixture.serialTerminal === true) {
      // Whoever types before the guest reads types into nothing.
      await fixture.bootOf(vmId);
      terminal.stream.write("echo five$?six\r");
      await expect.poll(shown, { timeout: 20_000 }).toContain("five0six");
      terminal.close();
      expect(await terminal.exited).toBeNull();
      await compute.deleteInstance(vmId, signal);
      return;
    }
    const sized = async (size: string) => {
      terminal.stream.write("stty size\r");
      await expect.poll(shown, { timeout: 20_000 }).toContain(size);
    };
    await sized("30 100");
    terminal.stream.write("echo five$?six\r");
    await expect.poll(shown, { timeout: 20_000 }).toContain("five0six");
    terminal.resize({ columns: 132, rows: 43 });
    await sized("43 132");
    terminal.stream.write("exit 3\r");
    expect(await terminal.exited).toBe(3);
    await compute.deleteInstance(vmId, signal);
  });

  test("a terminal ends when it is closed and when its instance stops", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId, "shell");
    const size = { columns: 80, rows: 24 };
    const closed = await compute.openTerminal(vmId, size, signal);
    output(closed);
    closed.close();
    await closed.exited;
    const stopped = await compute.openTerminal(vmId, size, signal);
    output(stopped);
    await compute.stopInstance(vmId, { force: true }, signal);
    await stopped.exited;
    await expect(compute.openTerminal(vmId, size, signal)).rejects.toMatchObject({ code: "instance_not_running" });
    await compute.deleteInstance(vmId, signal);
  });

  test("listInstances returns pages in the order of the ids", async () => {
    const { compute } = fixture.provider;
    const prefix = uniqueId("vm").slice(0, -1);
    for (const last of ["2", "1", "3"]) await compute.createInstance(`${prefix}${last}`, smallSpec(fixture), signal);
    const page = async (after: string) =>
      (await compute.listInstances({ after, limit: 2 }, signal)).map(({ vmId }) => vmId);
    expect(await page(prefix)).toEqual([`${prefix}1`, `${prefix}2`]);
    expect((await page(`${prefix}2`))[0]).toBe(`${prefix}3`);
    for (const last of ["1", "2", "3"]) await compute.deleteInstance(`${prefix}${last}`, signal);
  });

  describe("a missing instance", () => {
    const none = uniqueId("vm");
    const size = { cpu: 1, ramMb: 512, gpuModel: null, gpuCount: 0, gpus: [], planId: "large" };
    test.each<[string, () => Promise<unknown>]>([
      ["provisionInstance", () => fixture.provider.compute.provisionInstance(none, signal)],
      [
        "configureInstance",
        () => fixture.provider.compute.configureInstance(none, { hostname: "x", sshKeys: [], userData: null }, signal),
      ],
      ["startInstance", () => fixture.provider.compute.startInstance(none, signal)],
      ["stopInstance", () => fixture.provider.compute.stopInstance(none, { force: true }, signal)],
      [
        "restartInstance",
        () => fixture.provider.compute.restartInstance(none, { force: true, requestId: "r" }, signal),
      ],
      ["resizeInstance", () => fixture.provider.compute.resizeInstance(none, size, signal)],
      ["growRootDisk", () => fixture.provider.compute.growRootDisk(none, 20, signal)],
      ["revertRootDisk", () => fixture.provider.compute.revertRootDisk(none, 20, signal)],
      [
        "rebuildInstance",
        () => fixture.provider.compute.rebuildInstance(none, { templateId: fixture.images[0], requestId: "r" }, signal),
      ],
      [
        "updateAccess",
        () => fixture.provider.compute.updateAccess(none, { sshKeys: [], passwordHash: null, requestId: "r" }, signal),
      ],
      ["revertInstance", () => fixture.provider.compute.revertInstance(none, { requestId: "r" }, signal)],
      ["readConsoleLog", () => fixture.provider.compute.readConsoleLog(none, signal)],
      ["openTerminal", () => fixture.provider.compute.openTerminal(none, { columns: 80, rows: 24 }, signal)],
      ["setRescueMode", () => fixture.provider.compute.setRescueMode(none, true, signal)],
    ])("makes %s fail with instance_not_found and not retryable", async (_, call) => {
      await expect(call()).rejects.toMatchObject({
        name: "ProviderError",
        code: "instance_not_found",
        retryable: false,
      });
    });

    test("can be deleted without an error", () => fixture.provider.compute.deleteInstance(none, signal));
  });

  test("an aborted signal ends a call with its reason", async () => {
    await expect(
      fixture.provider.compute.startInstance(uniqueId("vm"), AbortSignal.abort(new Error("enough"))),
    ).rejects.toThrow("enough");
  });
}

/** @returns what the terminal has shown so far */
function output({ stream }: InstanceTerminal): () => string {
  let text = "";
  stream.on("data", (bytes: Buffer) => {
    text += bytes.toString();
  });
  stream.on("error", () => undefined);
  return () => text;
}
