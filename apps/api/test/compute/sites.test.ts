// Requests are refused when a site lacks capacity or a feature, according to what the worker last stored about it.
import { seedPlatform } from "@fulmar/core/operator";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { makeVm } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const [AMSTERDAM, FRANKFURT] = ["site-ams-1", "site-fra-1"];
const ROOM = {
  reachable: true,
  server: "lxd 5.0.2",
  cpus: 2,
  ram_mb: 8192,
  free_ram_mb: 4096,
  disk_gb: 100,
  free_disk_gb: 60,
};

beforeEach(async () => {
  await api.database.prisma.siteCapacity.deleteMany();
  await api.database.prisma.site.updateMany({ data: { unsupported: [] } });
});

const saw = (site_id: string, seen: Partial<typeof ROOM> = {}) =>
  api.database.prisma.siteCapacity.create({ data: { site_id, ...ROOM, ...seen } });
const create = (body: object) =>
  api.request("POST", "/compute/cloud-vms", {
    body: { name: `vm-${Math.random()}`, plan_id: "plan-small", template_id: "debian-13", ...body },
  });

async function available(site_id?: string): Promise<string[]> {
  const { body } = await api.request("GET", "/compute/plans", {
    query: { type: "cloud", ...(site_id && { site_id }) },
  });
  return body.filter((plan: { available: boolean }) => plan.available).map((plan: { plan_id: string }) => plan.plan_id);
}

describe("capacity of a site", () => {
  test("a plan is available at sites with enough processors, memory and disk", async () => {
    await saw(AMSTERDAM);
    expect(await available(AMSTERDAM)).toEqual(["plan-nano", "plan-small"]);
    // The other site has no limits.
    expect(await available(FRANKFURT)).toContain("plan-2xlarge");
    expect(await available()).toContain("plan-2xlarge");
    await saw(FRANKFURT, { free_ram_mb: 1024 });
    expect(await available()).toEqual(["plan-nano", "plan-small"]);
  });

  test("no plan is available at an unreachable site", async () => {
    await saw(AMSTERDAM, { reachable: false });
    expect(await available(AMSTERDAM)).toEqual([]);
  });

  test.each([
    ["memory", { free_ram_mb: 2047 }],
    ["disk", { free_disk_gb: 39 }],
    ["processors", { cpus: 0 }],
    ["answer", { reachable: false }],
  ])("409 site_full: create at a site without %s", async (_, seen) => {
    await saw(AMSTERDAM, seen);
    expectError(await create({ site_id: AMSTERDAM }), 409, "site_full");
  });

  test("resize-plan needs room only for what the new plan has beyond the old one", async () => {
    const vm_id = await makeVm(api);
    const { site_id, ram_mb } = (await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body;
    const medium = await api.database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-medium" } });
    const resize = () =>
      api.request("POST", `/compute/cloud-vms/${vm_id}/resize-plan`, { body: { plan_id: "plan-medium" } });
    await saw(site_id, { free_ram_mb: medium.ram_mb - ram_mb - 1 });
    expectError(await resize(), 409, "site_full");
    await api.database.prisma.siteCapacity.update({
      where: { site_id },
      data: { free_ram_mb: medium.ram_mb - ram_mb },
    });
    expect((await resize()).status).toBe(202);
  });

  test("202: a create without site_id goes to a site with room", async () => {
    await saw(AMSTERDAM, { free_ram_mb: 0 });
    const { status, body } = await create({});
    expect(status).toBe(202);
    expect((await api.request("GET", `/compute/cloud-vms/${body.vm_id}`)).body.site_id).toBe(FRANKFURT);
  });
});

describe("409 unsupported_by_site", () => {
  test("rescue is refused before any change, whatever the VM's status", async () => {
    const vm_id = await makeVm(api);
    await api.database.prisma.site.updateMany({ data: { unsupported: ["rescue"] } });
    expectError(
      await api.request("POST", `/compute/cloud-vms/${vm_id}/rescue`, { body: { enabled: true } }),
      409,
      "unsupported_by_site",
    );
    expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body).toMatchObject({
      status: "running",
      operation_id: null,
    });
    expect((await api.request("POST", `/compute/cloud-vms/${vm_id}/stop`, { body: {} })).status).toBe(202);
    expectError(
      await api.request("POST", `/compute/cloud-vms/${vm_id}/rescue`, { body: { enabled: true } }),
      409,
      "unsupported_by_site",
    );
  });

  test("a load balancer is refused", async () => {
    await api.database.prisma.site.updateMany({ data: { unsupported: ["load_balancer"] } });
    const body = { name: "web", site_id: AMSTERDAM };
    expectError(await api.request("POST", "/load-balancers", { body }), 409, "unsupported_by_site");
  });
});

describe("a site where nothing new is created", () => {
  const others = [
    ["/compute/cloud-vms", { name: "closed", plan_id: "plan-nano", template_id: "debian-13" }],
    ["/compute/gpu-vms", { name: "closed", plan_id: "plan-gpu-l4-1", template_id: "debian-13" }],
    ["/block-storage/volumes", { name: "closed", size_gb: 1, type: "ssd" }],
    ["/networking/vpcs", { name: "closed", cidr: "10.9.0.0/16" }],
    ["/networking/reserved-ips", { label: "closed" }],
    ["/load-balancers", { name: "closed" }],
  ] as const;

  afterEach(() => seedPlatform(api.database, { environment: "development" }));

  test("keeps what is there, and refuses everything new, by name or by default", async () => {
    const vm_id = await makeVm(api, { site_id: FRANKFURT });
    // As production does with the simulated sites of an earlier version.
    await seedPlatform(api.database, { environment: "production" });
    for (const [path, body] of others) {
      const refused = await api.request("POST", path, { body: { ...body, site_id: FRANKFURT } });
      expectError(refused, 400, "invalid_request");
      expect(refused.body.errors, path).toEqual([
        { field: "site_id", message: "is a site where nothing new is created; GET /compute/sites lists the others" },
      ]);
    }
    expectError(await create({}), 400, "invalid_request");
    expect((await api.request("GET", "/compute/sites")).body).toEqual([]);
    expect(await available()).toEqual([]);
    expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body.site_id).toBe(FRANKFURT);
    const larger = { body: { plan_id: "plan-medium" } };
    expect((await api.request("POST", `/compute/cloud-vms/${vm_id}/resize-plan`, larger)).status).toBe(202);
  });

  test("a site that is open takes what names none", async () => {
    await api.database.prisma.site.update({ where: { site_id: AMSTERDAM }, data: { closed_at: new Date() } });
    const { status, body } = await create({});
    expect(status).toBe(202);
    expect((await api.request("GET", `/compute/cloud-vms/${body.vm_id}`)).body.site_id).toBe(FRANKFURT);
    const { body: listed } = await api.request("GET", "/compute/sites");
    expect(listed.map(({ site_id }: { site_id: string }) => site_id)).toEqual([FRANKFURT]);
  });
});

test("a later release keeps the names and sites of an operator", async () => {
  const { prisma } = api.database;
  await prisma.site.create({
    data: { site_id: "site_own", name: "Own", location: "Here", provider: "lxd:site_own", position: 1000 },
  });
  const connection = {
    endpoint: "unix:///none",
    project: "fulmar",
    storage_pool: "ssd",
    network: "bridge0",
    instance_type: "container",
  };
  await prisma.siteConnection.create({ data: { site_id: "site_own", ...connection } });
  // One of each that a release seeds gets the name; an empty one gives the first name back.
  const rename = (name: string) =>
    Promise.all([
      prisma.plan.update({ where: { plan_id: "plan-nano" }, data: { name: name || "Cloud nano" } }),
      prisma.image.update({ where: { template_id: "debian-13" }, data: { name: name || "Debian 13" } }),
      prisma.sku.update({ where: { sku_code: "vm.nano" }, data: { name: name || "Cloud nano" } }),
    ]);
  onTestFinished(async () => {
    await prisma.siteConnection.delete({ where: { site_id: "site_own" } });
    await rename("");
    await prisma.site.delete({ where: { site_id: "site_own" } });
    await prisma.plan.update({ where: { plan_id: "plan-nano" }, data: { site_ids: [AMSTERDAM, FRANKFURT] } });
  });
  await prisma.plan.update({
    where: { plan_id: "plan-nano" },
    data: { site_ids: [AMSTERDAM, "site_own"] },
  });
  await rename("ours");
  await seedPlatform(api.database, { environment: "development" });
  expect((await prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } })).site_ids).toEqual([
    AMSTERDAM,
    "site_own",
  ]);
  const named = [
    prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } }),
    prisma.image.findUniqueOrThrow({ where: { template_id: "debian-13" } }),
    prisma.sku.findUniqueOrThrow({ where: { sku_code: "vm.nano" } }),
  ];
  expect((await Promise.all<{ name: string }>(named)).map(({ name }) => name)).toEqual(["ours", "ours", "ours"]);
  expect((await prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-small" } })).site_ids).toEqual([
    AMSTERDAM,
    FRANKFURT,
  ]);
});
