// All that happened to a volume, as the console lists it: its own history, and the operations that include it.
import { randomUUID } from "node:crypto";
import type { Page, VolumeHistoryEntry } from "@fulmar/contract";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cloneRows } from "../cloned-rows.ts";
import { ConsoleFixture } from "../console-fixture.ts";
import { planOf } from "../query-plan.ts";
import { startWorker } from "../worker-fixture.ts";

let api: Api;
let fixture: ConsoleFixture;
let token: string;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  api = await startApi();
  fixture = await ConsoleFixture.open(api);
  token = await fixture.token({});
  stopWorker = startWorker(api);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

const SITE = "site-ams-1";

async function post(path: string, body?: object) {
  const headers = { "X-Idempotency-Key": randomUUID() };
  const { status, body: answer, text } = await fixture.send(token, "POST", path, { body, headers });
  expect(status, text).toBeLessThan(300);
  return answer;
}

/** Waits until an operation has ended. */
async function ended({ operation_id }: { operation_id: string }): Promise<string> {
  const { body } = await fixture.send(token, "GET", `/compute/operations/${operation_id}`, { query: { wait: "30" } });
  expect(body.status, body.error_message).toBe("succeeded");
  return operation_id;
}

/** Waits until a volume has a state that stays. */
const settled = (volumeId: string) =>
  fixture.send(token, "GET", `/block-storage/volumes/${volumeId}`, { query: { wait: "30" } });

async function newVolume(name: string): Promise<string> {
  const { volume_id } = await post("/block-storage/volumes", { name, size_gb: 10, site_id: SITE });
  await settled(volume_id);
  return volume_id;
}

async function newVm(name: string, volume_ids: readonly string[] = []): Promise<string> {
  const body = { name, plan_id: "plan-small", template_id: "debian-13", site_id: SITE, volume_ids };
  const accepted = await post("/compute/cloud-vms", body);
  await ended(accepted);
  return accepted.vm_id;
}

async function historyOf(volume_id: string, page: object = {}, who = fixture.people.viewer) {
  const { value, refusal } = await fixture.call(
    "volume.history",
    { ...fixture.workspace, volume_id, ...page },
    { credentials: fixture.as(who) },
  );
  if (refusal !== undefined) throw refusal;
  return value as unknown as Page<VolumeHistoryEntry>;
}

test("lists what is done to the volume and what includes it, newest first, with their operations", async () => {
  const volume = await newVolume("db");
  const vm = await newVm("db-1");
  await post(`/block-storage/volumes/${volume}/attach`, { vm_id: vm });
  await settled(volume);
  const taken = await ended(await post(`/compute/cloud-vms/${vm}/snapshots`, { name: "both" }));
  const rootOnly = { name: "root", capture_scope: "root_only" };
  await ended(await post(`/compute/cloud-vms/${vm}/snapshots`, rootOnly));
  const { snapshots } = (await fixture.send(token, "GET", `/compute/cloud-vms/${vm}/snapshots`)).body;
  const both = snapshots.find(({ name }: { name: string }) => name === "both");
  const restored = await ended(await post(`/compute/cloud-vms/${vm}/snapshots/${both.snapshot_set_id}/restore`, {}));
  const { snapshot_id } = await post(`/block-storage/volumes/${volume}/snapshots`, { name: "own" });
  await fixture.send(token, "GET", `/block-storage/volumes/${volume}/snapshots/${snapshot_id}`, {
    query: { wait: "30" },
  });
  await post(`/block-storage/volumes/${volume}/detach`);
  await settled(volume);

  const { items } = await historyOf(volume);
  expect(items.map(({ action, status, vm_id }) => [action, status, vm_id])).toEqual([
    ["detach_volume", "succeeded", vm],
    ["snapshot", "succeeded", null],
    ["restore", "succeeded", vm],
    ["snapshot", "succeeded", vm],
    ["attach_volume", "succeeded", vm],
    ["create", "succeeded", null],
  ]);
  expect(items[2]?.operation_id).toBe(restored);
  expect(items[3]?.operation_id).toBe(taken);
  for (const { operation_id } of items)
    await fixture.make("workspaceOperation.get", { ...fixture.workspace, operation_id });

  // Pages of two end where the next ones begin, across both parts.
  const pages: VolumeHistoryEntry[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await historyOf(volume, { limit: 2, ...(cursor !== undefined && { cursor }) });
    pages.push(...page.items);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(items);

  // The specification's history has the actions that the specification names.
  const own = await fixture.send(token, "GET", `/block-storage/volumes/${volume}/operations`);
  expect(own.body.map(({ operation }: { operation: string }) => operation)).toEqual(["detach", "attach", "create"]);
});

test("lists the create of a VM that attached it, the deletion that detached it, and its own deletion", async () => {
  const volume = await newVolume("scratch");
  const vm = await newVm("scratch-1", [volume]);
  const headers = { "X-Idempotency-Key": randomUUID() };
  await ended((await fixture.send(token, "DELETE", `/compute/cloud-vms/${vm}`, { headers })).body);
  await fixture.send(token, "DELETE", `/block-storage/volumes/${volume}`);
  const { items } = await historyOf(volume);
  expect(items.map(({ action, vm_id, operation_id }) => [action, vm_id, operation_id !== null])).toEqual([
    ["delete", null, false],
    ["detach_volume", vm, false],
    ["attach_volume", vm, true],
    ["create", null, true],
  ]);
});

test("a volume of another workspace is not found", async () => {
  const volume = await newVolume("hidden");
  const foreign = await ConsoleFixture.open(api);
  const { refusal } = await foreign.call("volume.history", { ...foreign.workspace, volume_id: volume });
  expect(refusal?.code).toBe("not_found");
});

test("a page is read by index, however long the history", async () => {
  const volume = await newVolume("busy");
  await post(`/block-storage/volumes/${volume}/snapshots`, { name: "one" });
  const workspaceIds = [fixture.tenant.workspaceId, api.tenant.workspaceId];
  const many = { workspaceIds, from: 1, to: 1000 };
  await cloneRows(api.database, { name: "operation", id: "operation_id", unique: {} }, many);
  await cloneRows(api.database, { name: "volume_operation", id: "volume_operation_id", unique: {} }, many);
  await cloneRows(api.database, { name: "operation_volume", id: "operation_id", unique: {} }, many);
  await api.database.pool.query("ANALYZE operation, volume_operation, operation_volume");
  const middle = (await historyOf(volume, { limit: 500 })).nextCursor;
  for (const page of [{ limit: 10 }, { limit: 10, cursor: middle }]) {
    const { result, statements } = await recordStatements(api.served)(() => historyOf(volume, page));
    expect(result.items).toHaveLength(10);
    const list = statements.find(({ text }) => text.includes("operation_volume"));
    if (list === undefined) throw new Error("The history was not read.");
    for (const node of await planOf(api.served, list)) {
      const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
      expect(rows, JSON.stringify(node)).toBeLessThanOrEqual(40);
      expect(node["Node Type"]).not.toBe("Seq Scan");
    }
  }
});
