import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cloudBody, settle } from "../compute/compute-fixture.ts";
import { openSeverableProxy, type SeverableProxy } from "../severable-proxy.ts";

const DETAIL = "The site is ahead of this database.";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.prisma.siteFence.create({
    data: { provider: "simulated", installation_id: "ins_test", database_id: "1/1", token: "t" },
  });
});
afterEach(async () => {
  await api.database.prisma.siteFence.deleteMany();
  await api.database.prisma.unknownResource.deleteMany();
});

const fence = () =>
  api.database.prisma.siteFence.updateMany({
    where: { provider: "simulated" },
    data: { reason: "database_behind", detail: DETAIL, fenced_at: new Date() },
  });

const createVm = async () =>
  (await api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, name: randomUUID() } })).body;

/** The metrics about sites, without those of the process. */
async function siteMetrics(of: Api = api): Promise<ReadonlySet<string>> {
  const text = await of.metrics.text();
  return new Set(text.split("\n").filter((line) => line.startsWith("fulmar_site_")));
}

test("200: /readyz lists fenced sites with the reason", async () => {
  const ready = () => api.inject({ method: "GET", url: "/readyz" });
  expect((await ready()).body).toEqual({ status: "ready" });
  await fence();
  const sites = await api.database.prisma.site.findMany({
    where: { provider: "simulated" },
    orderBy: { position: "asc" },
  });
  const fenced_sites = sites.map(({ site_id, name }) => ({ site_id, name, reason: "database_behind", detail: DETAIL }));
  // The answer is kept for a second.
  await expect.poll(async () => (await ready()).body).toEqual({ status: "ready", fenced_sites });
  expect((await ready()).status).toBe(200);
});

test("metrics have per site whether it is fenced, and its unknown resources by kind", async () => {
  const sites = await api.database.prisma.site.findMany({
    where: { provider: "simulated" },
    orderBy: { position: "asc" },
  });
  const [first, second] = sites.map(({ site_id }) => site_id);
  if (first === undefined || second === undefined) throw new Error("there are two simulated sites");
  expect(await siteMetrics()).toEqual(new Set(sites.map(({ site_id }) => `fulmar_site_fenced{site="${site_id}"} 0`)));

  await fence();
  const vm = { provider: "simulated", kind: "vm" };
  const record = { installation_id: "ins_test", rows: { vm: [{ vm_id: "vm_b", site_id: second }] } };
  const unknown = [
    { ...vm, resource_id: "vm_a" },
    { ...vm, resource_id: "vm_b", record },
    { ...vm, resource_id: "vm_c" },
  ];
  await api.database.prisma.unknownResource.createMany({
    data: [...unknown, { provider: "cdn", kind: "cdn_distribution", resource_id: "dist_a" }],
  });
  expect(await siteMetrics()).toEqual(
    new Set([
      ...sites.map(({ site_id }) => `fulmar_site_fenced{site="${site_id}"} 1`),
      `fulmar_site_unknown_resources{site="${first}",kind="vm"} 2`,
      `fulmar_site_unknown_resources{site="${second}",kind="vm"} 1`,
      'fulmar_site_unknown_resources{site="cdn",kind="cdn_distribution"} 1',
    ]),
  );
});

test("an operation at a fenced site shows the reason until the site is resumed", async () => {
  await fence();
  const { operation_id, vm_id } = await createVm();
  const get = async () => (await api.request("GET", `/compute/operations/${operation_id}`)).body;
  const held = { operation_id, error_code: "site_fenced", error_message: DETAIL };
  expect(await get()).toMatchObject(held);
  for (const path of ["/compute/operations", `/compute/cloud-vms/${vm_id}/operations`]) {
    expect((await api.request("GET", path, { query: { limit: "1" } })).body).toMatchObject([held]);
  }
  // An operation with an earlier failure, such as one that is being compensated, keeps that error.
  await api.database.prisma.operation.update({
    where: { operation_id },
    data: { error_code: "boom", error_message: "It broke." },
  });
  expect(await get()).toMatchObject({ error_code: "boom", error_message: "It broke." });

  const resumed = { error_code: null, error_message: null, held_at: null, hold_reason: null };
  await api.database.prisma.operation.update({ where: { operation_id }, data: resumed });
  expect(await get()).toMatchObject({ error_code: null, error_message: null });
});

test("an operation that has ended shows no hold", async () => {
  await fence();
  const { operation_id, vm_id } = await createVm();
  await settle(api, vm_id, operation_id, "running");
  expect((await api.request("GET", `/compute/operations/${operation_id}`)).body).toMatchObject({
    status: "succeeded",
    error_code: null,
    error_message: null,
  });
});

test("a volume's history shows why a running operation is on hold", async () => {
  await fence();
  const [site] = await api.database.prisma.site.findMany({
    where: { provider: "simulated" },
    orderBy: { position: "asc" },
  });
  const { body: volume } = await api.request("POST", "/block-storage/volumes", {
    body: { name: randomUUID(), size_gb: 10, site_id: site?.site_id },
  });
  const history = async () => (await api.request("GET", `/block-storage/volumes/${volume.volume_id}/operations`)).body;
  expect(await history()).toMatchObject([{ operation: "create", status: "in-progress", error: DETAIL }]);
  await api.database.prisma.operation.updateMany({
    where: { resource_id: volume.volume_id },
    data: { held_at: null, hold_reason: null },
  });
  expect((await history())[0]).not.toHaveProperty("error");
});

test("metrics have the process's own values while the database is unreachable", async () => {
  const proxy: SeverableProxy = await openSeverableProxy(api.databaseUrl);
  const cut = await startApi({ DATABASE_URL: proxy.url });
  try {
    expect((await siteMetrics(cut)).size).toBeGreaterThan(0);
    await proxy.sever();
    expect((await siteMetrics(cut)).size).toBe(0);
    expect(await cut.metrics.text()).toContain("fulmar_http_request_duration_seconds");
  } finally {
    await cut.close();
    await proxy.sever();
  }
});
