import { gzipSync } from "node:zlib";
import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, gpuBody, makeVm, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe.each([
  ["cloud", "/compute/cloud-vms", cloudBody],
  ["gpu", "/compute/gpu-vms", gpuBody],
] as const)("%s", (type, path, body) => {
  test("202: the acceptance with its Location and Retry-After", async () => {
    const response = await api.request("POST", path, { body });
    expect(response.status).toBe(202);
    expect(response.body).toEqual({
      operation_id: expect.stringMatching(/^op_[0-9a-z]{26}$/),
      vm_id: expect.stringMatching(/^vm_[0-9a-z]{26}$/),
      status: "accepted",
      submitted_at: timestamp,
    });
    expect(response.headers.location).toBe(`/v1/compute/operations/${response.body.operation_id}`);
    expect(response.headers["retry-after"]).toBeDefined();
  });

  test("200: the whole record of a VM that is waiting to be created", async () => {
    const vm_id = await makeVm(api, { ...body, name: "record", status: "accepted" });
    const { status, body: record } = await api.request("GET", `${path}/${vm_id}`);
    expect(status).toBe(200);
    expect(record).toEqual({
      id: vm_id,
      name: "record",
      status: "pending",
      cpu: type === "gpu" ? 8 : 1,
      ram_mb: type === "gpu" ? 32_768 : 1024,
      disk_gb: type === "gpu" ? 200 : 20,
      os_type: "linux",
      os_distro: type === "gpu" ? "ubuntu" : "debian",
      plan_name: type === "gpu" ? "GPU L4" : "Cloud nano",
      public_ip: null,
      private_ip: null,
      placement_group_id: null,
      dedicated: false,
      tags: [],
      created_at: timestamp,
      updated_at: null,
      ...(type === "gpu" && { gpu_model: "NVIDIA L4", gpu_count: 1 }),
      site_id: type === "gpu" ? "site-fra-1" : "site-ams-1",
      plan_id: body.plan_id,
      template_id: body.template_id,
      monthly_price: type === "gpu" ? "588.38" : "5.11",
      rescue_enabled: false,
      adopted_at: null,
      held_at: null,
      held_reason: null,
      maintenance: null,
      deletion_protection: false,
      firewall_group_ids: [],
      volume_ids: [],
      operation_id: expect.stringMatching(/^op_/),
      error_code: null,
      error_message: null,
    });
    const item = (await api.request("GET", path)).body[0];
    expect(record).toMatchObject(item);
    expect(Object.keys(item)).toHaveLength(type === "gpu" ? 16 : 14);
  });

  test("400 for a plan of the other type; 404 for a VM of the other type", async () => {
    const other = type === "gpu" ? cloudBody : gpuBody;
    const response = await api.request("POST", path, { body: { ...body, name: "other", plan_id: other.plan_id } });
    expectError(response, 400, "invalid_request");
    expect(response.body.errors[0].field).toBe("plan_id");
    const vm_id = await makeVm(api, { ...other, name: `other ${type}` });
    expectError(await api.request("GET", `${path}/${vm_id}`), 404, "not_found");
    expectError(await api.request("POST", `${path}/${vm_id}/stop`), 404, "not_found");
  });

  test("409 name_taken until the VM with that name is deleted", async () => {
    await makeVm(api, { ...body, name: `taken ${type}` });
    expectError(await api.request("POST", path, { body: { ...body, name: `taken ${type}` } }), 409, "name_taken");
    await api.database.prisma.vm.updateMany({
      where: { name: `taken ${type}` },
      data: { status: "deleted", deleted_at: new Date() },
    });
    expect((await api.request("POST", path, { body: { ...body, name: `taken ${type}` } })).status).toBe(202);
  });

  test("402: nothing is created, and the same key succeeds after a top-up", async () => {
    const tenant = await api.createTenant();
    const { organizationId } = tenant;
    await setWallet(api.database, { organizationId, balance: "0", creditLimit: "0" });
    const as = { token: tenant.token, workspaceId: tenant.workspaceId, body, key: "afresh" };
    expectError(await api.request("POST", path, as), 402, "insufficient_funds");
    expect((await api.request("GET", path, { token: tenant.token, workspaceId: tenant.workspaceId })).body).toEqual([]);
    await setWallet(api.database, { organizationId, balance: "100000", creditLimit: "0" });
    expect((await api.request("POST", path, as)).status).toBe(202);
  });
});

test("202: all optional fields that agree with plan and image", async () => {
  const body = {
    name: "all",
    plan_id: "plan-small",
    template_id: "debian-13",
    os_distro: "debian",
    os_type: "linux",
    cpu: 1,
    ram_mb: 2048,
  };
  const more = {
    site_id: "site-fra-1",
    disk_gb: 100,
    ssh_keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ me"],
    user_data: "#!/bin/sh\n",
    tags: ["web", "eu"],
  };
  const { status, body: accepted } = await api.request("POST", "/compute/cloud-vms", { body: { ...body, ...more } });
  expect(status).toBe(202);
  const vm = await api.database.prisma.vm.findUniqueOrThrow({ where: { vm_id: accepted.vm_id } });
  expect(vm).toMatchObject({
    site_id: "site-fra-1",
    disk_gb: 100,
    ssh_keys: more.ssh_keys,
    user_data: null,
    sealed_user_data: expect.any(Uint8Array),
    tags: ["web", "eu"],
  });
});

test("202: without site_id, the first site of the catalog that has plan and image", async () => {
  const vm_id = await makeVm(api, { ...gpuBody, name: "placed" });
  expect(await api.database.prisma.vm.findUniqueOrThrow({ where: { vm_id } })).toMatchObject({ site_id: "site-fra-1" });
});

test.each<readonly [string, object]>([
  ["plan_id", { plan_id: "plan-none" }],
  ["template_id", { template_id: "none" }],
  ["site_id", { site_id: "site-none" }],
  ["disk_gb", { disk_gb: 19 }],
  ["disk_gb", { template_id: "windows-2025", disk_gb: 39 }],
  ["cpu", { cpu: 2 }],
  ["ram_mb", { ram_mb: 1000 }],
  ["os_type", { os_type: "windows" }],
  ["os_distro", { os_distro: "ubuntu" }],
  ["name", { name: "" }],
  ["name", { name: "x".repeat(64) }],
  ["name", { name: "a/b" }],
  ...["..", ".", "...", ".web", "-lead", "--name", "-"].map((name) => ["name", { name }] as const),
  ["ssh_keys.0", { ssh_keys: ["not a key at all"] }],
  ["user_data", { user_data: "x".repeat(65_537) }],
  ["user_data", { user_data: "é".repeat(40_000) }],
  ...[
    "#!/bin/sh\necho up",
    "#cloud-config\npackages: [nginx]",
    "MIME-Version: 1.0\n",
    "Content-Type: multipart/mixed\n",
  ].map((text) => ["user_data", { user_data: Buffer.from(text).toString("base64") }] as const),
  ["user_data", { user_data: `${gzipSync("#!/bin/sh\n").toString("base64")}\n` }],
  ["tags", { tags: Array.from({ length: 51 }, String) }],
  ["tags.0", { tags: ["two\nlines"] }],
  ["tags.1", { tags: ["seen", "turned\u202earound"] }],
  ["vpc_id", { vpc_id: "vpc_1" }],
  ["vpc_id", { subnet_id: "sub_1" }],
  ["public_ip", { public_ip: true, reserved_ip_id: "ip_1" }],
  ["firewall_group_ids", { firewall_group_ids: Array.from({ length: 21 }, String) }],
])("400 names %s: %o", async (field, change) => {
  const response = await api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, name: "bad", ...change } });
  expectError(response, 400, "invalid_request");
  expect(new Set(response.body.errors.map((error: { field: string }) => error.field))).toEqual(new Set([field]));
});

test("202: names and user data that only look unusual", async () => {
  for (const [name, user_data] of [
    ["1.2.3.4", "IyEvYmluL3No is the beginning of a script in base64"],
    ["_web", ""],
    ["a..b-", "H4sI, 1999"],
    ["localhost", "#!/bin/sh\nbase64 -d <<E\nIyEvYmluL3NoCg==\nE"],
  ]) {
    const made = await api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, name, user_data } });
    expect(made.status, made.text).toBe(202);
  }
});

test("400: X-Idempotency-Key is required", async () => {
  const response = await api.request("POST", "/compute/cloud-vms", {
    body: { ...cloudBody, name: "keyless" },
    key: null,
  });
  expectError(response, 400, "invalid_request");
  expect(response.body.errors[0].field).toBe("X-Idempotency-Key");
});

test("100 concurrent creates with one key make one VM and get one answer", async () => {
  const body = { ...cloudBody, name: "once" };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => api.request("POST", "/compute/cloud-vms", { body, key: "once" })),
  );
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers["idempotency-replayed"] === undefined)).toHaveLength(1);
  expect(await api.database.prisma.vm.count({ where: { name: "once" } })).toBe(1);
  expect(await api.database.prisma.operation.count({ where: { resource_id: answers[0]?.body.vm_id } })).toBe(1);
});
