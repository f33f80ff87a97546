import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, gpuBody, makeVm, settle, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe.each([
  ["/compute/cloud-vms", "/compute/gpu-vms", cloudBody],
  ["/compute/gpu-vms", "/compute/cloud-vms", gpuBody],
] as const)("%s", (path, otherPath, body) => {
  const history = (vmId: string, query: Record<string, string> = {}) =>
    api.request("GET", `${path}/${vmId}/operations`, { query });

  test("200: operations of this VM only, newest first, with filters and pages", async () => {
    const vm_id = await makeVm(api, { ...body, name: "history" });
    await makeVm(api, { ...body, name: "another" });
    const stop = await api.request("POST", `${path}/${vm_id}/stop`);
    await settle(api, vm_id, stop.body.operation_id, "stopped");
    const start = await api.request("POST", `${path}/${vm_id}/start`);
    const { status, body: operations } = await history(vm_id);
    expect(status).toBe(200);
    expect(operations.map(({ action }: { action: string }) => action)).toEqual(["start", "stop", "create"]);
    expect(operations[0]).toEqual({
      operation_id: start.body.operation_id,
      vm_id,
      action: "start",
      status: "accepted",
      submitted_at: timestamp,
      updated_at: timestamp,
      current_step: null,
      error_code: null,
      error_message: null,
    });
    expect((await history(vm_id, { action: "stop" })).body).toHaveLength(1);
    expect((await history(vm_id, { status: "accepted" })).body).toEqual([operations[0]]);
    expect((await history(vm_id, { action: "reboot" })).body).toEqual([]);
    const first = await history(vm_id, { limit: "2" });
    expect(first.body).toEqual(operations.slice(0, 2));
    expect((await history(vm_id, { limit: "2", cursor: nextCursor(first) })).body).toEqual(operations.slice(2));
  });

  test("200 for a deleted VM; 404 for a removed VM or one of the other type", async () => {
    const vm_id = await makeVm(api, { ...body, name: "gone", status: "deleted" });
    expect((await history(vm_id)).body).toHaveLength(1);
    expectError(await api.request("GET", `${otherPath}/${vm_id}/operations`), 404, "not_found");
    await api.database.prisma.vm.delete({ where: { vm_id } });
    expectError(await history(vm_id), 404, "not_found");
  });
});
