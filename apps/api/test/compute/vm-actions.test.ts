import { VM_STATES, VmStatus, vmRefusal } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, gpuBody, makeVm, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Each action with its transitional state and the required body; null where the VM keeps its state. */
const ACTIONS = [
  ["start", "starting"],
  ["stop", "stopping"],
  ["reboot", "rebooting"],
  ["delete", "deleting"],
  ["resize_plan", "resizing_plan"],
  ["resize_root_disk", "resizing_disk"],
  ["rebuild", null],
  ["rescue", null],
  ["update_access", null],
] as const;

describe.each([
  ["/compute/cloud-vms", cloudBody, "plan-medium"],
  ["/compute/gpu-vms", gpuBody, "plan-gpu-l40s-1"],
] as const)("%s", (path, body, otherPlan) => {
  const needed: Readonly<Record<string, object>> = {
    resize_plan: { plan_id: otherPlan },
    resize_root_disk: { disk_gb: 900 },
    rescue: { enabled: true },
    update_access: { password: "correct horse battery" },
  };
  const act = (vmId: string, action: string, options = {}) => {
    const asked = { ...(needed[action] !== undefined && { body: needed[action] }), ...options };
    return action === "delete"
      ? api.request("DELETE", `${path}/${vmId}`, asked)
      : api.request("POST", `${path}/${vmId}/${action.replaceAll("_", "-")}`, asked);
  };

  describe.each(ACTIONS)("%s", (action, meanwhile) => {
    test.each(VmStatus.options)("for a VM that is %s", async (status) => {
      const vm_id = await makeVm(api, { ...body, name: `${action} ${status}`.replaceAll("_", "-"), status });
      const response = await act(vm_id, action);
      const refusal = vmRefusal(status, action);
      if (refusal === null) {
        expect(response.status).toBe(202);
        expect(response.body).toEqual({
          operation_id: expect.stringMatching(/^op_/),
          vm_id,
          status: "accepted",
          submitted_at: timestamp,
        });
        expect((await api.request("GET", `${path}/${vm_id}`)).body).toMatchObject({
          status: meanwhile ?? status,
          operation_id: response.body.operation_id,
          updated_at: timestamp,
        });
      } else {
        expectError(response, 409, refusal.code);
        expect(response.body.detail).toBe(refusal.reason);
        if (VM_STATES[status].changing)
          expect(response.body.blockers).toEqual([
            { type: "operation", id: expect.stringMatching(/^op_/), name: "create" },
          ]);
        expect((await api.request("GET", `${path}/${vm_id}`)).body.status).toBe(status);
      }
    });

    test("400 without an idempotency key; 404 for an absent VM", async () => {
      const vm_id = await makeVm(api, {
        ...body,
        name: `keyless ${action}`.replaceAll("_", "-"),
        status: action === "start" ? "stopped" : "running",
      });
      expectError(await act(vm_id, action, { key: null }), 400, "invalid_request");
      expectError(await act("vm_none", action), 404, "not_found");
    });
  });

  test("202 for one of two concurrent changes, 409 for the other, with the accepted one as blocker", async () => {
    for (const [one, other] of [
      ["resize_plan", "resize_root_disk"],
      ["rebuild", "rescue"],
      ["update_access", "resize_plan"],
    ] as const) {
      const vm_id = await makeVm(api, { ...body, name: `race ${one} ${other}`.replaceAll("_", "-") });
      const answers = await Promise.all([act(vm_id, one), act(vm_id, other)]);
      const accepted = answers.find(({ status }) => status === 202);
      const refused = answers.find(({ status }) => status !== 202);
      if (accepted === undefined || refused === undefined)
        throw new Error(`one of ${one} and ${other} must be accepted, and one refused`);
      expectError(refused, 409, "operation_in_progress");
      expect(refused.body.blockers).toEqual([
        { type: "operation", id: accepted.body.operation_id, name: answers[0] === accepted ? one : other },
      ]);
    }
  });

  test("400: force must be a boolean, and start takes no body fields", async () => {
    const vm_id = await makeVm(api, { ...body, name: "force" });
    expectError(await act(vm_id, "stop", { body: { force: "yes" } }), 400, "invalid_request");
    expectError(await act(vm_id, "start", { body: { force: true } }), 400, "invalid_request");
    expect((await act(vm_id, "stop", { body: { force: true } })).status).toBe(202);
  });
});

test("409 operation_in_progress: the operation that holds a running VM is the blocker", async () => {
  const vm_id = await makeVm(api, { name: "held" });
  const snapshot = await api.request("POST", `/compute/cloud-vms/${vm_id}/snapshots`, { body: { name: "s" } });
  expect(snapshot.status).toBe(202);
  const response = await api.request("POST", `/compute/cloud-vms/${vm_id}/stop`);
  expectError(response, 409, "operation_in_progress");
  expect(response.body.blockers).toEqual([{ type: "operation", id: snapshot.body.operation_id, name: "snapshot" }]);
});

test("200: a deleted VM is not listed but can be read by id", async () => {
  const vm_id = await makeVm(api, { name: "gone", status: "deleted" });
  const { body } = await api.request("GET", "/compute/cloud-vms");
  expect(body.map((vm: { id: string }) => vm.id)).not.toContain(vm_id);
  expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body.status).toBe("deleted");
});

test("200: newest first, with filters and pages", async () => {
  const { token, workspaceId } = await api.createTenant();
  const as = { token, workspaceId };
  for (const [name, tags] of [
    ["a", ["x"]],
    ["b", ["x", "y"]],
    ["c", []],
  ] as const) {
    expect(
      (await api.request("POST", "/compute/cloud-vms", { ...as, body: { ...cloudBody, name, tags } })).status,
    ).toBe(202);
  }
  const names = async (query: Record<string, string>) => {
    const response = await api.request("GET", "/compute/cloud-vms", { ...as, query });
    return response.body.map((vm: { name: string }) => vm.name);
  };
  expect(await names({})).toEqual(["c", "b", "a"]);
  expect(await names({ tag: "x" })).toEqual(["b", "a"]);
  expect(await names({ name: "a" })).toEqual(["a"]);
  expect(await names({ status: "running" })).toEqual([]);
  const [placed] = (await api.request("GET", "/compute/cloud-vms", as)).body;
  const { site_id } = (await api.request("GET", `/compute/cloud-vms/${placed.id}`, as)).body;
  expect(await names({ site_id, search: "A" })).toEqual(["a"]);
  expect(await names({ site_id: "site-nowhere" })).toEqual([]);
  const first = await api.request("GET", "/compute/cloud-vms", { ...as, query: { limit: "2" } });
  const cursor =
    new URL(/<([^>]+)>; rel="next"/.exec(first.headers.link ?? "")?.[1] ?? "", "http://api").searchParams.get(
      "cursor",
    ) ?? "";
  expect(await names({ limit: "2", cursor })).toEqual(["a"]);
});
