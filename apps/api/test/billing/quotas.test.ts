import {
  createOrganization,
  createWorkspace,
  readQuotas,
  setDefaultQuota,
  setQuota,
  unsetQuota,
} from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";
import { json, startAdmissionService } from "./admission-service.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const limit = (tenant: Tenant, resource: string, most: number) =>
  setQuota(api.database, { workspaceId: BigInt(tenant.workspaceId), resource, limit: most });

function as(tenant: Tenant) {
  const who = { token: tenant.token, workspaceId: tenant.workspaceId };
  return {
    vm: (name: string, plan_id = "plan-nano") =>
      api.request("POST", "/compute/cloud-vms", { ...who, body: { name, plan_id, template_id: "debian-13" } }),
    volume: (name: string, size_gb: number) =>
      api.request("POST", "/block-storage/volumes", {
        ...who,
        body: { name, size_gb, site_id: "site-ams-1", type: "ssd" },
      }),
    ask: (sku_code: string) => api.request("POST", "/billing/resource-eligibility", { ...who, body: { sku_code } }),
    quotas: async () =>
      (await api.request("GET", "/billing/quotas", who)).body as {
        resource: string;
        limit: number | null;
        used: number;
      }[],
  };
}

test("exactly ten of fifty concurrent creates succeed under a quota of ten", async () => {
  const tenant = await api.createTenant();
  await limit(tenant, "cloud_vms", 10);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => as(tenant).vm(`vm-${index}`)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
  for (const refused of answers.filter(({ status }) => status !== 202)) expectError(refused, 403, "quota_exceeded");
  expect(await api.database.prisma.vm.count({ where: { workspace_id: BigInt(tenant.workspaceId) } })).toBe(10);
});

test("403 quota_exceeded names limit, usage and request; the same key succeeds after the limit is raised", async () => {
  const tenant = await api.createTenant();
  await limit(tenant, "volume_gb", 100);
  expect((await as(tenant).volume("first", 60)).status).toBeLessThan(300);
  const body = { name: "second", size_gb: 41, site_id: "site-ams-1", type: "ssd" };
  const request = { token: tenant.token, workspaceId: tenant.workspaceId, body, key: "one-key" };
  const refused = await api.request("POST", "/block-storage/volumes", request);
  expectError(refused, 403, "quota_exceeded");
  expect(refused.body.detail).toBe(
    "The workspace's quota of volume_gb is 100, of which 60 is used, and this request needs 41; " +
      "release something or ask for a higher quota, then retry.",
  );
  await limit(tenant, "volume_gb", 101);
  expect((await api.request("POST", "/block-storage/volumes", request)).status).toBeLessThan(300);
});

test("resource-eligibility denies with quota_exceeded when a create would, and allows after the quota is removed", async () => {
  const tenant = await api.createTenant();
  await limit(tenant, "cpus", 1);
  expect((await as(tenant).vm("only")).status).toBe(202);
  expect((await as(tenant).ask("vm.nano")).body).toMatchObject({
    allowed: false,
    reason: "quota_exceeded",
    hourly_price: "0.007",
    currency: "USD",
  });
  expectError(await as(tenant).vm("one too many"), 403, "quota_exceeded");
  await unsetQuota(api.database, { workspaceId: BigInt(tenant.workspaceId), resource: "cpus" });
  expect((await as(tenant).ask("vm.nano")).body).toMatchObject({ allowed: true, reason: "ok" });
});

test("lowering a limit below the usage deletes nothing; deleting VMs frees quota", async () => {
  const tenant = await api.createTenant();
  const { prisma } = api.database;
  for (const name of ["one", "two"]) await as(tenant).vm(name);
  await limit(tenant, "cloud_vms", 1);
  const workspace_id = BigInt(tenant.workspaceId);
  expectError(await as(tenant).vm("three"), 403, "quota_exceeded");
  await prisma.vm.updateMany({
    where: { workspace_id },
    data: { status: "deleted", deleted_at: new Date(), operation_id: null },
  });
  expect((await as(tenant).vm("three")).status).toBe(202);
});

test("a quota applies to one workspace only, and a suspension is reported before it", async () => {
  const tenant = await api.createTenant();
  await limit(tenant, "cloud_vms", 0);
  expect((await as({ ...tenant, workspaceId: tenant.otherWorkspaceId }).vm("elsewhere")).status).toBe(202);
  await api.database.prisma.wallet.update({
    where: { organization_id: tenant.organizationId },
    data: { suspended_at: new Date(), suspended_by: "operator", suspended_reason: "x" },
  });
  expectError(await as(tenant).vm("here"), 402, "account_suspended");
});

test("a workspace has the quotas of the default class and follows them, but for its own", async () => {
  const limits = async (workspaceId: string | undefined) =>
    Object.fromEntries(
      (await readQuotas(api.database, BigInt(workspaceId ?? 0))).map(({ resource, limit }) => [resource, limit]),
    );
  const first = await createOrganization(api.database, { name: "first" });
  const before = await limits(first.workspaceIds[0]);
  expect(before).toMatchObject({ cloud_vms: 50, cpus: 200, gpu_vms: 8 });
  expect(Object.values(before)).not.toContain(null);
  await setQuota(api.database, { workspaceId: BigInt(first.workspaceIds[0] ?? 0), resource: "cpus", limit: 7 });
  await setDefaultQuota(api.database, { resource: "cloud_vms", limit: 3 });
  await setDefaultQuota(api.database, { resource: "cpus", limit: 9 });
  await setDefaultQuota(api.database, { resource: "volumes", limit: null });
  const second = await createOrganization(api.database, { name: "second" });
  expect(await limits(second.workspaceIds[0])).toMatchObject({ cloud_vms: 3, volumes: null });
  const third = await createWorkspace(api.database, { organizationId: first.organizationId, name: "third" });
  expect(await limits(third.workspaceId)).toMatchObject({ cloud_vms: 3, volumes: null });
  expect(await limits(first.workspaceIds[0])).toEqual({ ...before, cloud_vms: 3, cpus: 7, volumes: null });
});

describe("quota usage", () => {
  test.each([
    ["bucket.create", ["buckets"]],
    ["cdnDistribution.create", ["cdn_distributions"]],
    ["cloudVm.create", ["cloud_vms", "cpus"]],
    ["gpuVm.create", ["gpu_vms", "cpus"]],
    ["image.create", ["images"]],
    ["image.copy", ["images"]],
    ["natGateway.create", ["nat_gateways"]],
    ["reservedIp.create", ["reserved_ips"]],
    ["volume.create", ["volumes", "volume_gb"]],
    ["workspaceBackup.createVm", ["cloud_vms", "cpus"]],
    ["workspaceSnapshot.createVm", ["cloud_vms", "cpus"]],
  ])("%s counts toward %j", async (id, resources) => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const operation = operations.find((candidate) => candidate.id === id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    const request = await exampleOf(operation, fixture);
    const before = await as(tenant).quotas();
    for (const resource of resources) {
      await limit(tenant, resource, before.find((quota) => quota.resource === resource)?.used ?? 0);
      expectError(await fixture.send(operation, request), 403, "quota_exceeded");
      await unsetQuota(api.database, { workspaceId: BigInt(tenant.workspaceId), resource });
    }
    expect((await fixture.send(operation, request)).status).toBe(operation.success);
    const after = await as(tenant).quotas();
    const grown = after
      .filter((quota, index) => quota.used > (before[index]?.used ?? 0))
      .map((quota) => quota.resource);
    expect(new Set(grown)).toEqual(new Set(resources));
  });

  test("growing a volume counts its new size toward volume_gb at once and does not count another volume", async () => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const { workspaceId } = tenant;
    const ids: string[] = [];
    for (const name of ["one", "two"]) ids.push((await as(tenant).volume(name, 10)).body.volume_id);
    await api.database.prisma.volume.updateMany({
      where: { workspace_id: BigInt(workspaceId) },
      data: { status: "available", operation_id: null },
    });
    await limit(tenant, "volumes", 2);
    await limit(tenant, "volume_gb", 30);
    const grow = (id: string | undefined, size_gb: number) =>
      api.request("POST", `/block-storage/volumes/${id}/resize`, {
        token: fixture.token,
        workspaceId,
        body: { size_gb },
      });
    expect((await grow(ids[0], 20)).status).toBeLessThan(300);
    expectError(await grow(ids[1], 11), 403, "quota_exceeded");
    expect(await as(tenant).quotas()).toContainEqual({ resource: "volume_gb", limit: 30, used: 30 });
  });

  test("a larger plan counts its CPUs at once and does not count another VM", async () => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const plans = await api.database.prisma.plan.findMany({ where: { type: "cloud" }, orderBy: { cpu: "asc" } });
    const [vm, other] = [await fixture.vm("stopped"), await fixture.vm("stopped")];
    const { cpu } = await api.database.prisma.vm.findUniqueOrThrow({ where: { vm_id: vm } });
    const larger = plans.find((plan) => plan.cpu > cpu && plan.site_ids.includes("site-ams-1"));
    if (larger === undefined) throw new Error("there is no larger plan");
    await limit(tenant, "cloud_vms", 2);
    await limit(tenant, "cpus", cpu + larger.cpu);
    const resize = (id: string) =>
      api.request("POST", `/compute/cloud-vms/${id}/resize-plan`, {
        token: fixture.token,
        workspaceId: tenant.workspaceId,
        body: { plan_id: larger.plan_id },
      });
    expect((await resize(vm)).status).toBe(202);
    expectError(await resize(other), 403, "quota_exceeded");
    expect(await as(tenant).quotas()).toContainEqual({
      resource: "cpus",
      limit: cpu + larger.cpu,
      used: cpu + larger.cpu,
    });
  });
});

test("200: GET /billing/quotas lists every resource that can be limited, by name", async () => {
  const tenant = await api.createTenant();
  await limit(tenant, "buckets", 3);
  const quotas = await as(tenant).quotas();
  expect(quotas.map(({ resource }) => resource)).toEqual([
    ...[
      "buckets",
      "cdn_distributions",
      "cloud_vms",
      "cpus",
      "gpu_vms",
      "images",
      "load_balancers",
      "nat_gateways",
      "reserved_ips",
      "volume_gb",
      "volumes",
    ],
  ]);
  expect(quotas.filter((quota) => quota.limit !== null)).toEqual([{ resource: "buckets", limit: 3, used: 0 }]);
});

test("quotas are enforced before the external billing service is asked, also for concurrent creates", async () => {
  const service = await startAdmissionService();
  const other = await startApi({ FULMAR_BILLING_URL: service.url });
  service.behave(json(200, { allowed: true }));
  await setQuota(other.database, { workspaceId: BigInt(other.tenant.workspaceId), resource: "cloud_vms", limit: 3 });
  const create = (name: string) =>
    other.request("POST", "/compute/cloud-vms", { body: { name, plan_id: "plan-nano", template_id: "debian-13" } });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => create(`vm-${index}`)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  service.behave(json(200, { allowed: true }));
  expectError(await create("late"), 403, "quota_exceeded");
  expect(service.asked).toEqual([]);
  await other.close();
  await service.close();
});
