import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm, timestamp } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";
import { snapshotsOf } from "./snapshot-fixture.ts";

let api: Api;
const { pathOf, snapshot } = snapshotsOf(() => api);
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("200: GET returns the listed snapshot, DELETE removes it for good, and its name is free", async () => {
  const vm_id = await makeVm(api);
  await snapshot(vm_id, { name: "kept" });
  await api.database.prisma.snapshotSet.updateMany({ where: { vm_id }, data: { status: "succeeded" } });
  const [listed] = (await api.request("GET", pathOf(vm_id))).body.snapshots;
  const path = `${pathOf(vm_id)}/${listed.snapshot_set_id}`;
  expect((await api.request("GET", path)).body).toEqual(listed);
  const deletion = await api.request("DELETE", path);
  expect([deletion.status, deletion.body]).toEqual([200, { status: "deleted", id: listed.snapshot_set_id }]);
  for (const method of ["GET", "DELETE"] as const) expectError(await api.request(method, path), 404, "not_found");
  expectError(await api.request("POST", `${path}/restore`), 404, "not_found");
  expect((await api.request("GET", pathOf(vm_id))).body).toEqual({ snapshots: [], total: 0 });
  await snapshot(vm_id, { name: "kept" });
});

test("409 for restoring an unfinished or failed snapshot, and for deleting an unfinished one", async () => {
  const vm_id = await makeVm(api);
  await snapshot(vm_id, { name: "s" });
  const [{ snapshot_set_id }] = (await api.request("GET", pathOf(vm_id))).body.snapshots;
  const path = `${pathOf(vm_id)}/${snapshot_set_id}`;
  expectError(await api.request("POST", `${path}/restore`), 409, "snapshot_in_progress");
  expectError(await api.request("DELETE", path), 409, "snapshot_in_progress");
  await api.database.prisma.snapshotSet.updateMany({ where: { vm_id }, data: { status: "failed" } });
  expectError(await api.request("POST", `${path}/restore`), 409, "snapshot_not_succeeded");
  expect((await api.request("DELETE", path)).status).toBe(200);
});

test("202 for one of five concurrent restores, which then blocks the VM and the snapshot (409)", async () => {
  const vm_id = await makeVm(api);
  await snapshot(vm_id, { name: "s", capture_scope: "root_only" });
  await api.database.prisma.snapshotSet.updateMany({ where: { vm_id }, data: { status: "succeeded" } });
  const [{ snapshot_set_id }] = (await api.request("GET", pathOf(vm_id))).body.snapshots;
  const path = `${pathOf(vm_id)}/${snapshot_set_id}`;
  for (const body of [{ volume_ids: [] }, { volume_ids: "all" }, { target: vm_id }]) {
    expectError(await api.request("POST", `${path}/restore`, { body }), 400, "invalid_request");
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => api.request("POST", `${path}/restore`)));
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([202, 409, 409, 409, 409]);
  const accepted = answers.find(({ status }) => status === 202)?.body;
  expect(accepted).toEqual({
    operation_id: expect.stringMatching(/^op_/),
    vm_id,
    status: "accepted",
    submitted_at: timestamp,
  });
  expect((await api.request("GET", `/compute/operations/${accepted.operation_id}`)).body).toMatchObject({
    action: "restore",
    status: "accepted",
  });
  const deletion = await api.request("DELETE", path);
  expectError(deletion, 409, "snapshot_being_restored");
  expect(deletion.body.blockers).toEqual([{ type: "operation", id: accepted.operation_id, name: "restore" }]);
  expectError(await api.request("POST", `/compute/cloud-vms/${vm_id}/stop`), 409, "operation_in_progress");
});
