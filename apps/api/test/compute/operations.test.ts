import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, makeVm, settle, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function accept(): Promise<{ operation_id: string; vm_id: string }> {
  const { body } = await api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, name: randomUUID() } });
  return body;
}

const update = (operation_id: string, data: Record<string, unknown>) =>
  api.database.prisma.operation.update({ where: { operation_id }, data });

test("200: the whole record of an accepted operation", async () => {
  const { operation_id, vm_id } = await accept();
  const { status, body } = await api.request("GET", `/compute/operations/${operation_id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    operation_id,
    vm_id,
    action: "create",
    status: "accepted",
    submitted_at: timestamp,
    updated_at: timestamp,
    current_step: null,
    error_code: null,
    error_message: null,
  });
});

test("200: a failed operation has its step, error code and message", async () => {
  const { operation_id } = await accept();
  await update(operation_id, {
    status: "failed",
    finished_at: new Date(),
    current_step: "boot-instance",
    error_code: "boom",
    error_message: "It broke.",
  });
  const { body } = await api.request("GET", `/compute/operations/${operation_id}`);
  expect(body).toMatchObject({
    status: "failed",
    current_step: "boot-instance",
    error_code: "boom",
    error_message: "It broke.",
  });
});

test("200: wait holds the answer until the operation has ended", async () => {
  const { operation_id, vm_id } = await accept();
  const held = api.request("GET", `/compute/operations/${operation_id}`, { query: { wait: "30" } });
  await settle(api, vm_id, operation_id, "running");
  expect((await held).body.status).toBe("succeeded");
});

test.each(["-1", "61", "x", "1.5"])("400 for wait=%s", async (wait) => {
  expectError(await api.request("GET", "/compute/operations/op_none", { query: { wait } }), 400, "invalid_request");
});

test.each([
  ["GET", "/compute/operations/op_none"],
  ["GET", "/compute/operations/op_none/steps"],
  ["POST", "/compute/operations/op_none/cancel"],
] as const)("404 for %s %s", async (method, path) => {
  expectError(await api.request(method, path), 404, "not_found");
});

test("200: newest first, filtered by VM, action and status; 400 for an unknown action", async () => {
  const { token, workspaceId } = await api.createTenant();
  const as = { token, workspaceId };
  const create = async (name: string) =>
    (await api.request("POST", "/compute/cloud-vms", { ...as, body: { ...cloudBody, name } })).body;
  const [one, two] = [await create("one"), await create("two")];
  await settle(api, one.vm_id, one.operation_id, "running");
  const stop = (await api.request("POST", `/compute/cloud-vms/${one.vm_id}/stop`, as)).body;
  const ids = async (query: Record<string, string>) => {
    const response = await api.request("GET", "/compute/operations", { ...as, query });
    expect(response.status).toBe(200);
    return response.body.map((operation: { operation_id: string }) => operation.operation_id);
  };
  expect(await ids({})).toEqual([stop.operation_id, two.operation_id, one.operation_id]);
  expect(await ids({ vm_id: one.vm_id })).toEqual([stop.operation_id, one.operation_id]);
  expect(await ids({ vm_id: one.vm_id, limit: "1" })).toEqual([stop.operation_id]);
  expect(await ids({ action: "create" })).toEqual([two.operation_id, one.operation_id]);
  expect(await ids({ status: "succeeded" })).toEqual([one.operation_id]);
  expect(await ids({ vm_id: "vm_none" })).toEqual([]);
  expectError(
    await api.request("GET", "/compute/operations", { ...as, query: { action: "explode" } }),
    400,
    "invalid_request",
  );
});

test("200: all steps of an operation, including pending and skipped ones", async () => {
  const { operation_id } = await accept();
  const step = (name: string, status: string) => ({
    name,
    status,
    attempt: 0,
    started_at: null,
    finished_at: null,
    error: null,
  });
  const names = ["create-instance", "provision-instance", "configure-instance", "boot-instance"];
  const steps = () => api.request("GET", `/compute/operations/${operation_id}/steps`);
  expect((await steps()).body).toEqual(names.map((name) => step(name, "pending")));
  const begun = {
    operation_id,
    position: 0,
    name: "create-instance",
    status: "failed",
    attempt: 2,
    error: "It broke.",
    finished_at: new Date(),
  } as const;
  await api.database.prisma.operationStep.create({ data: begun });
  await update(operation_id, { status: "failed", finished_at: new Date() });
  expect((await steps()).body).toEqual([
    {
      name: "create-instance",
      status: "failed",
      attempt: 2,
      started_at: timestamp,
      finished_at: timestamp,
      error: "It broke.",
    },
    ...names.slice(1).map((name) => step(name, "skipped")),
  ]);
});

test("200: cancel can be repeated; the operation stays accepted until a worker undoes it", async () => {
  const { operation_id } = await accept();
  for (const _ of [1, 2]) {
    const { status, body } = await api.request("POST", `/compute/operations/${operation_id}/cancel`);
    expect([status, body.status]).toEqual([200, "accepted"]);
  }
});

test.each([
  ["operation_ended", { status: "succeeded", finished_at: new Date() }],
  ["operation_compensating", { status: "compensating", outcome: "failed" }],
  ["operation_not_cancellable", { status: "running", cancellable: false }],
])("409 %s", async (code, data) => {
  const { operation_id } = await accept();
  await update(operation_id, data);
  expectError(await api.request("POST", `/compute/operations/${operation_id}/cancel`), 409, code);
});

test("200: operations of GPU VMs are under /compute/operations too", async () => {
  const vm_id = await makeVm(api, { plan_id: "plan-gpu-l4-1" });
  const { body } = await api.request("DELETE", `/compute/gpu-vms/${vm_id}`);
  expect((await api.request("GET", `/compute/operations/${body.operation_id}`)).body).toMatchObject({
    vm_id,
    action: "delete",
  });
});
