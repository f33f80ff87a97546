// Tests of the ports on the simulated provider. They make every call twice and also call for missing resources.
import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleRecord } from "../conformance/provider-fixture.ts";
import type { Provider } from "../ports/provider.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { simulatedProvider } from "./simulated-provider.ts";

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let provider: Provider;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  provider = simulatedProvider(testDatabase.database.sql);
});
afterAll(() => testDatabase.drop());

const { signal } = new AbortController();
const record = sampleRecord("vm", "web");
const spec = {
  name: "web",
  cpu: 2,
  ramMb: 1024,
  diskGb: 10,
  gpuModel: null,
  gpuCount: 0,
  gpus: [],
  planId: "small",
  templateId: "debian-13",
  tags: [],
  record,
};

async function twice<Result>(call: () => Promise<Result>): Promise<Result> {
  await call();
  return call();
}

async function running(vmId: string, name = "web") {
  await twice(() => provider.compute.createInstance(vmId, { ...spec, name }, signal));
  await twice(() => provider.compute.provisionInstance(vmId, signal));
  await twice(() =>
    provider.compute.configureInstance(vmId, { hostname: name, sshKeys: ["k"], userData: null }, signal),
  );
  return twice(() => provider.compute.startInstance(vmId, signal));
}

const found = async (vmId: string) => (await provider.compute.findInstances([vmId], signal))[0];

const received = async (vmId: string) =>
  (await provider.compute.listTraffic({ after: "", limit: 1_000 }, signal)).find((traffic) => traffic.vmId === vmId)
    ?.rxBytes ?? 0n;

test("an instance is created, stopped, started and deleted, with repeatable calls", async () => {
  const { privateIp } = await running("vm_life");
  expect(await found("vm_life")).toMatchObject({ vmId: "vm_life", power: "running", privateIp });
  await twice(() => provider.compute.stopInstance("vm_life", { force: false }, signal));
  expect(await found("vm_life")).toMatchObject({ power: "stopped", privateIp });
  expect(await provider.compute.startInstance("vm_life", signal)).toEqual({ privateIp });
  await twice(() => provider.compute.deleteInstance("vm_life", signal));
  expect(await found("vm_life")).toBeUndefined();
});

test("instances have distinct addresses", async () => {
  const addresses = await Promise.all(["vm_a", "vm_b", "vm_c"].map((vmId) => running(vmId)));
  expect(new Set(addresses.map(({ privateIp }) => privateIp)).size).toBe(3);
});

test("a restart is carried out once per request id", async () => {
  await running("vm_restart");
  const startedAt = async () =>
    // A Date would have no microseconds.
    (
      await testDatabase.database.pool.query(
        "SELECT started_at::text FROM simulated.instance WHERE vm_id = 'vm_restart'",
      )
    ).rows[0]?.started_at;
  const first = await startedAt();
  await provider.compute.restartInstance("vm_restart", { force: false, requestId: "one" }, signal);
  const second = await startedAt();
  expect(second).not.toEqual(first);
  await provider.compute.restartInstance("vm_restart", { force: false, requestId: "one" }, signal);
  expect(await startedAt()).toEqual(second);
});

test("traffic counters never decrease over stops and restarts", async () => {
  await running("vm_traffic");
  await testDatabase.database.pool.query(
    "UPDATE simulated.instance SET started_at = now() - interval '1 hour' WHERE vm_id = 'vm_traffic'",
  );
  const before = await received("vm_traffic");
  expect(before).toBeGreaterThan(0n);
  await twice(() => provider.compute.stopInstance("vm_traffic", { force: true }, signal));
  const stopped = await received("vm_traffic");
  expect(stopped).toBeGreaterThanOrEqual(before);
  await provider.compute.startInstance("vm_traffic", signal);
  await provider.compute.restartInstance("vm_traffic", { force: true, requestId: "r" }, signal);
  expect(await received("vm_traffic")).toBeGreaterThanOrEqual(stopped);
});

test("resizing, growing and reverting an instance are repeatable", async () => {
  await running("vm_size");
  await twice(() =>
    provider.compute.resizeInstance(
      "vm_size",
      { cpu: 8, ramMb: 4096, gpuModel: "NVIDIA L4", gpuCount: 1, gpus: [], planId: "gpu" },
      signal,
    ),
  );
  await twice(() => provider.compute.growRootDisk("vm_size", 40, signal));
  expect(await found("vm_size")).toMatchObject({ cpu: 8, ramMb: 4096, diskGb: 40, power: "running" });
  await provider.compute.growRootDisk("vm_size", 30, signal);
  expect(await found("vm_size")).toMatchObject({ diskGb: 40 });
  await twice(() => provider.compute.revertRootDisk("vm_size", 10, signal));
  expect(await found("vm_size")).toMatchObject({ diskGb: 10 });
  await provider.compute.revertRootDisk("vm_size", 20, signal);
  expect(await found("vm_size")).toMatchObject({ diskGb: 10 });
});

describe("an instance's content", () => {
  const configuration = async (vmId: string) =>
    (
      await testDatabase.database.pool.query<{ configuration: object | null }>(
        "SELECT configuration FROM simulated.instance WHERE vm_id = $1",
        [vmId],
      )
    ).rows[0]?.configuration;

  test("is restored when a rebuild is reverted, with repeatable calls", async () => {
    await running("vm_rebuild");
    const before = await configuration("vm_rebuild");
    const request = { requestId: "rebuild" };
    await twice(() =>
      provider.compute.rebuildInstance("vm_rebuild", { templateId: "alpine-3.22", ...request }, signal),
    );
    expect(await found("vm_rebuild")).toMatchObject({ templateId: "alpine-3.22" });
    expect(await configuration("vm_rebuild")).toBeNull();
    await twice(() =>
      provider.compute.configureInstance("vm_rebuild", { hostname: "new", sshKeys: [], userData: null }, signal),
    );
    await twice(() => provider.compute.revertInstance("vm_rebuild", request, signal));
    expect(await found("vm_rebuild")).toMatchObject({ templateId: "debian-13" });
    expect(await configuration("vm_rebuild")).toEqual(before);
  });

  test("keeps access that is not part of an update, and only the last update can be reverted", async () => {
    await running("vm_access");
    const before = await configuration("vm_access");
    await twice(() =>
      provider.compute.updateAccess("vm_access", { sshKeys: null, passwordHash: "$6$a$b", requestId: "one" }, signal),
    );
    expect(await configuration("vm_access")).toEqual({ ...before, passwordHash: "$6$a$b" });
    await twice(() =>
      provider.compute.updateAccess("vm_access", { sshKeys: ["new"], passwordHash: null, requestId: "two" }, signal),
    );
    expect(await configuration("vm_access")).toEqual({ ...before, sshKeys: ["new"], passwordHash: "$6$a$b" });
    await twice(() => provider.compute.revertInstance("vm_access", { requestId: "two" }, signal));
    expect(await configuration("vm_access")).toEqual({ ...before, passwordHash: "$6$a$b" });
    await provider.compute.revertInstance("vm_access", { requestId: "one" }, signal);
    expect(await configuration("vm_access")).toEqual({ ...before, passwordHash: "$6$a$b" });
  });

  test("is unaffected by rescue mode, which restarts only on a change", async () => {
    await running("vm_rescue");
    const startedAt = async () =>
      (await testDatabase.database.pool.query("SELECT started_at FROM simulated.instance WHERE vm_id = 'vm_rescue'"))
        .rows[0]?.started_at;
    const first = await startedAt();
    await provider.compute.setRescueMode("vm_rescue", true, signal);
    const second = await startedAt();
    expect(second).not.toEqual(first);
    await provider.compute.setRescueMode("vm_rescue", true, signal);
    expect(await startedAt()).toEqual(second);
    expect(await found("vm_rescue")).toMatchObject({ rescue: true, power: "running" });
    await twice(() => provider.compute.setRescueMode("vm_rescue", false, signal));
    expect(await found("vm_rescue")).toMatchObject({ rescue: false });
  });
});

test("snapshots of several volumes are created and deleted repeatably", async () => {
  await running("vm_snap");
  const volumes = [
    { volumeId: "root", role: "root", sizeGb: 10 } as const,
    { volumeId: "vol_1", role: "data", sizeGb: 20 } as const,
  ];
  const captured = await twice(() =>
    provider.recovery.createSnapshot("vm_snap", { snapshotId: "snap_1", record }, volumes, signal),
  );
  expect(new Set(captured.map((volume) => volume.volumeId))).toEqual(new Set(["root", "vol_1"]));
  for (const { sizeBytes } of captured) expect(sizeBytes).toBeGreaterThan(0n);
  await twice(() => provider.recovery.deleteSnapshot("vm_snap", "snap_1", signal));
  const { rows } = await testDatabase.database.pool.query(
    "SELECT FROM simulated.snapshot WHERE snapshot_id = 'snap_1'",
  );
  expect(rows).toEqual([]);
});

describe("a missing instance", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["provisionInstance", () => provider.compute.provisionInstance("vm_none", signal)],
    [
      "configureInstance",
      () => provider.compute.configureInstance("vm_none", { hostname: "x", sshKeys: [], userData: null }, signal),
    ],
    ["startInstance", () => provider.compute.startInstance("vm_none", signal)],
    ["stopInstance", () => provider.compute.stopInstance("vm_none", { force: true }, signal)],
    ["restartInstance", () => provider.compute.restartInstance("vm_none", { force: true, requestId: "r" }, signal)],
    ["resizeInstance", () => provider.compute.resizeInstance("vm_none", spec, signal)],
    ["growRootDisk", () => provider.compute.growRootDisk("vm_none", 20, signal)],
    ["revertRootDisk", () => provider.compute.revertRootDisk("vm_none", 20, signal)],
    [
      "rebuildInstance",
      () => provider.compute.rebuildInstance("vm_none", { templateId: "debian-13", requestId: "r" }, signal),
    ],
    [
      "updateAccess",
      () => provider.compute.updateAccess("vm_none", { sshKeys: [], passwordHash: null, requestId: "r" }, signal),
    ],
    ["revertInstance", () => provider.compute.revertInstance("vm_none", { requestId: "r" }, signal)],
    ["setRescueMode", () => provider.compute.setRescueMode("vm_none", true, signal)],
    [
      "createSnapshot",
      () =>
        provider.recovery.createSnapshot(
          "vm_none",
          { snapshotId: "snap", record },
          [{ volumeId: "root", role: "root", sizeGb: 1 }],
          signal,
        ),
    ],
  ])("makes %s fail with instance_not_found and not retryable", async (_, call) => {
    await expect(call()).rejects.toMatchObject({ name: "ProviderError", code: "instance_not_found", retryable: false });
  });

  test("can be deleted without an error, and so can its snapshots", async () => {
    await provider.compute.deleteInstance("vm_none", signal);
    await provider.recovery.deleteSnapshot("vm_none", "snap", signal);
  });
});

test("an instance named vanish disappears from every answer", async () => {
  await running("vm_vanish", "vanish--x");
  expect(await found("vm_vanish")).toBeDefined();
  await testDatabase.database.pool.query(
    "UPDATE simulated.instance SET vanishes_at = now() WHERE vm_id = 'vm_vanish' AND vanishes_at IS NOT NULL",
  );
  expect(await found("vm_vanish")).toBeUndefined();
  await expect(provider.compute.startInstance("vm_vanish", signal)).rejects.toMatchObject({
    code: "instance_not_found",
  });
});

test("listInstances returns pages in the order of the ids", async () => {
  await Promise.all(["vm_p1", "vm_p2", "vm_p3"].map((vmId) => provider.compute.createInstance(vmId, spec, signal)));
  const ids: string[] = [];
  for (let after = "vm_p", more = true; more; ) {
    const page = await provider.compute.listInstances({ after, limit: 2 }, signal);
    ids.push(...page.map((instance) => instance.vmId));
    after = ids.at(-1) ?? after;
    more = page.length === 2;
  }
  expect(ids.slice(0, 3)).toEqual(["vm_p1", "vm_p2", "vm_p3"]);
});

test("an aborted signal ends a call, and a closed database is a retryable error", async () => {
  await expect(provider.compute.startInstance("vm_x", AbortSignal.abort(new Error("enough")))).rejects.toThrow(
    "enough",
  );
  const closed = await createTestDatabase();
  const without = simulatedProvider(closed.database.sql).compute;
  await closed.drop();
  const error = await without.startInstance("vm_x", signal).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ code: "provider_unavailable", retryable: true });
});

test("beginStep reports ready, slow and failing steps by the resource's name", async () => {
  const begin = (resourceName: string, waited = false) =>
    provider.beginStep({ resourceId: "vm_1", resourceName, step: "boot-instance", waited }, signal);
  expect(await begin("web")).toBe(0);
  expect(await begin("slow-60000")).toBe(60_000);
  expect(await begin("slow-60000", true)).toBe(0);
  expect(await begin("fail-at-create-instance")).toBe(0);
  await expect(begin("fail-at-boot-instance")).rejects.toMatchObject({ code: "simulated_failure", retryable: false });
});
