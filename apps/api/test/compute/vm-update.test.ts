import { VmStatus, vmRefusal } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, gpuBody, makeVm, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const group = async (name: string) =>
  (await api.request("POST", "/networking/firewall-groups", { body: { name } })).body.firewall_group_id;
const linked = async (id: string) =>
  (await api.request("GET", `/networking/firewall-groups/${id}`)).body.linked_instance_count;

describe.each([
  ["cloud", "/compute/cloud-vms", cloudBody],
  ["gpu", "/compute/gpu-vms", gpuBody],
] as const)("%s", (type, path, body) => {
  const patch = (vmId: string, change: object) => api.request("PATCH", `${path}/${vmId}`, { body: change });

  test("200: replaces the name, tags and firewall groups that are sent, and keeps the others", async () => {
    const vm_id = await makeVm(api, { ...body, name: `before ${type}`, tags: ["a"] });
    const groups = [await group(`one ${type}`), await group(`two ${type}`)];
    const { body: before } = await api.request("GET", `${path}/${vm_id}`);
    const first = await patch(vm_id, { name: `after ${type}`, firewall_group_ids: groups.toReversed() });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ ...before, name: `after ${type}`, firewall_group_ids: groups, updated_at: timestamp });
    const second = await patch(vm_id, { tags: ["b", "c"], firewall_group_ids: [groups[1]] });
    expect(second.body).toMatchObject({ name: `after ${type}`, tags: ["b", "c"], firewall_group_ids: [groups[1]] });
    expect((await api.request("GET", `${path}/${vm_id}`)).body).toEqual(second.body);
    expect([await linked(groups[0]), await linked(groups[1])]).toEqual([0, 1]);
    expect((await patch(vm_id, { firewall_group_ids: [] })).body.firewall_group_ids).toEqual([]);
    expect(await linked(groups[1])).toBe(0);
  });

  test("200: unchanged values do not touch updated_at", async () => {
    const firewall_group_ids = [await group(`same ${type}`)];
    const vm_id = await makeVm(api, { ...body, name: `same ${type}`, tags: ["a", "b"], firewall_group_ids });
    const { body: before } = await api.request("GET", `${path}/${vm_id}`);
    for (const change of [
      {},
      { name: `same ${type}` },
      { tags: ["a", "b"] },
      { firewall_group_ids: [...firewall_group_ids, ...firewall_group_ids] },
    ]) {
      expect((await patch(vm_id, change)).body).toEqual(before);
    }
  });

  test("200: user data is replaced, sealed and never repeated; a plan of it changes nothing", async () => {
    const vm_id = await makeVm(api, { ...body, name: `data ${type}`, user_data: "#!/bin/sh\necho before" });
    const stored = async () =>
      (
        await api.database.pool.query<{ user_data: string | null; sealed_user_data: Buffer }>(
          "SELECT user_data, sealed_user_data FROM vm WHERE vm_id = $1",
          [vm_id],
        )
      ).rows[0];
    const before = await stored();
    const text = "#!/bin/sh\necho grüße-unsaid";
    const plan = await api.request("PATCH", `${path}/${vm_id}`, {
      body: { user_data: text },
      query: { dry_run: "true" },
    });
    expect(plan.status).toBe(200);
    expect(plan.text).not.toContain("unsaid");
    expect(await stored()).toEqual(before);
    const changed = await patch(vm_id, { user_data: text });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toContain("unsaid");
    const after = await stored();
    expect(after?.user_data).toBeNull();
    expect(after?.sealed_user_data.equals(before?.sealed_user_data ?? Buffer.alloc(0))).toBe(false);
    expect(after?.sealed_user_data.toString("latin1")).not.toContain("unsaid");
    const { rows } = await api.database.pool.query<{ event: string }>(
      "SELECT to_jsonb(e)::text AS event FROM audit_event e WHERE resource_id = $1",
      [vm_id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ event }) => event.includes("unsaid"))).toEqual([]);
    await patch(vm_id, { tags: ["kept"] });
    expect(await stored()).toEqual(after);
  });

  test("400 for user data in base64 or above 64 KiB, and 409 while an operation may write it", async () => {
    const vm_id = await makeVm(api, { ...body, name: `refused ${type}` });
    for (const user_data of [Buffer.from("#!/bin/sh").toString("base64"), "ü".repeat(32_769), null, 7])
      expectError(await patch(vm_id, { user_data }), 400, "invalid_request");
    expect((await api.request("POST", `${path}/${vm_id}/stop`)).status).toBe(202);
    expectError(await patch(vm_id, { user_data: "#!/bin/sh" }), 409, "operation_in_progress");
    expect((await patch(vm_id, { tags: ["meanwhile"] })).status).toBe(200);
  });

  test("409 name_taken for the name of another VM of the type", async () => {
    await makeVm(api, { ...body, name: `taken ${type}` });
    const vm_id = await makeVm(api, { ...body, name: `free ${type}` });
    expectError(await patch(vm_id, { name: `taken ${type}` }), 409, "name_taken");
    expect((await api.request("GET", `${path}/${vm_id}`)).body.name).toBe(`free ${type}`);
  });

  test("404 for an absent VM, one of the other type, or an absent firewall group, without any change", async () => {
    const vm_id = await makeVm(api, { ...body, name: `here ${type}` });
    expectError(await patch("vm_none", { name: "x" }), 404, "not_found");
    const otherPath = type === "gpu" ? "/compute/cloud-vms" : "/compute/gpu-vms";
    expectError(await api.request("PATCH", `${otherPath}/${vm_id}`, { body: { name: "x" } }), 404, "not_found");
    expectError(await patch(vm_id, { name: "changed", firewall_group_ids: ["fw_none"] }), 404, "not_found");
    expect((await api.request("GET", `${path}/${vm_id}`)).body).toMatchObject({
      name: `here ${type}`,
      firewall_group_ids: [],
    });
  });

  test.each(VmStatus.options)("for a VM that is %s", async (status) => {
    const vm_id = await makeVm(api, { ...body, name: `in ${status}`.replaceAll("_", "-"), status });
    const response = await patch(vm_id, { tags: ["x"] });
    const refusal = vmRefusal(status, "update");
    if (refusal === null) expect(response.body).toMatchObject({ status, tags: ["x"] });
    else expectError(response, 409, refusal.code);
  });
});

test.each([
  ["name", { name: "" }],
  ["name", { name: null }],
  ["tags", { tags: Array.from({ length: 51 }, String) }],
  ["firewall_group_ids", { firewall_group_ids: Array.from({ length: 21 }, String) }],
  ["status", { status: "stopped" }],
  ["disk_gb", { disk_gb: 100 }],
])("400 names %s: %o", async (field, change) => {
  const vm_id = await makeVm(api);
  const response = await api.request("PATCH", `/compute/cloud-vms/${vm_id}`, { body: change });
  expectError(response, 400, "invalid_request");
  expect(response.body.errors.map((error: { field: string }) => error.field)).toContain(field);
});

test("200: a VM in error has the error of the failed operation, or instance_lost", async () => {
  const record = async (vmId: string) => (await api.request("GET", `/compute/cloud-vms/${vmId}`)).body;
  /** Creates a VM whose create ended like this. */
  const ended = async (how: { status: "failed" | "cancelled"; error_code?: string; error_message?: string }) => {
    const vm_id = await makeVm(api, { status: "accepted" });
    const { operation_id } = await record(vm_id);
    await api.database.prisma.operation.update({ where: { operation_id }, data: { ...how, finished_at: new Date() } });
    await api.database.prisma.vm.update({
      where: { vm_id },
      data: { status: "error", operation_id: null, failed_operation_id: operation_id },
    });
    return record(vm_id);
  };
  expect(
    await ended({ status: "failed", error_code: "no_capacity", error_message: "The site is full." }),
  ).toMatchObject({
    status: "error",
    operation_id: null,
    error_code: "no_capacity",
    error_message: "The site is full.",
  });
  expect(await ended({ status: "cancelled" })).toMatchObject({
    error_code: "cancelled",
    error_message: expect.stringMatching(/^The .*\.$/),
  });
  const lost = await makeVm(api, { status: "error" });
  expect(await record(lost)).toMatchObject({
    error_code: "instance_lost",
    error_message: expect.stringMatching(/^The .*\.$/),
  });
});

test("a deleted VM is removed from its firewall groups", async () => {
  const firewall_group_id = await group("left");
  const vm_id = await makeVm(api, { firewall_group_ids: [firewall_group_id] });
  expect(await linked(firewall_group_id)).toBe(1);
  const { body: listed } = await api.request("GET", "/networking/firewall-groups", { query: { name: "left" } });
  expect(listed).toMatchObject([{ linked_instance_count: 1 }]);
  await api.database.prisma.vm.update({ where: { vm_id }, data: { status: "deleted", deleted_at: new Date() } });
  expect(await linked(firewall_group_id)).toBe(0);
  expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body.firewall_group_ids).toEqual([]);
});
