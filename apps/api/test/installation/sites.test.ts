// A site in depth, and whether it takes anything new.
import { randomUUID } from "node:crypto";
import { addSite, findings } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
let site_id: string;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
  site_id = await newSite();
});
afterAll(() => api.close());

const get = async () => (await fixture.send("operatorSite.get", { site_id })).body;
const newSite = async () => {
  const site = { provider: "simulated", name: `site-${randomUUID()}`, location: "Nowhere" };
  return (await addSite(api.database, api.configuration, site)).siteId;
};
const createVm = (at = site_id) => {
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13", site_id: at };
  return api.request("POST", "/compute/cloud-vms", { body });
};

test("a closed site takes no VM until it is opened, and says since when and why", async () => {
  const preview = await api.request("POST", `/operator/sites/${site_id}/close`, {
    token: fixture.tokens["operator.write"],
    query: { dry_run: "true" },
    body: { reason: "Tried." },
  });
  expect(preview.status).toBe(200);
  expect(await get()).toMatchObject({ closed: false, closed_at: null, closed_reason: null });
  await fixture.made("operatorSite.close", { site_id, reason: "New servers." });
  const closed = await get();
  expect(closed).toMatchObject({ closed: true, closed_at: expect.any(String), closed_reason: "New servers." });
  const refused = await createVm();
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("nothing new is created")]);
  await fixture.made("operatorSite.close", { site_id, reason: "Newer servers." });
  expect(await get()).toMatchObject({ closed_at: closed.closed_at, closed_reason: "Newer servers." });
  await fixture.made("operatorSite.open", { site_id });
  expect(await get()).toMatchObject({ closed: false, closed_at: null, closed_reason: null });
  expect((await createVm()).status).toBe(202);
  expect((await fixture.send("operatorSite.open", { site_id })).status).toBe(409);
  expect((await fixture.send("operatorSite.open", { site_id: "site-none" })).status).toBe(404);
  expect((await fixture.send("operatorSite.close", { site_id: "site-none", reason: "None." })).status).toBe(404);
});

test("a fence by hand is planned, told to tenants on what waits, and lifted by a resume", async () => {
  const site_id = await newSite();
  const get = async () => (await fixture.send("operatorSite.get", { site_id })).body;
  const { vm_id } = (await createVm(site_id)).body;
  const reason = "Its storage is repaired; ticket 4711.";
  const send = (body: object, query: Record<string, string> = {}) =>
    api.request("POST", `/operator/sites/${site_id}/fence`, {
      ...{ token: fixture.tokens["operator.write"], workspaceId: null, body, query },
    });
  const preview = await send({ reason }, { dry_run: "true" });
  expect(preview.body).toMatchObject({
    would_answer: 200,
    irreversible: false,
    changes: [{ action: "update", resource_type: "site", id: site_id }],
    warnings: [
      expect.stringMatching(
        /^Nothing is changed there until the site is resumed: \d+ VMs?, 0 volumes, 0 load balancers/,
      ),
      expect.stringContaining("Repairs, backups"),
      expect.stringMatching(/^\d+ operations? under way there (is|are) put on hold\.$/),
    ],
  });
  expect(preview.body.changes[0].fields).toContainEqual({ field: "fenced", from: null, to: "by_operator" });
  expect(await get()).toMatchObject({ fenced: null, fenced_at: null });

  const both = await Promise.all([send({ reason }), send({ reason: "Another." })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expectError(await send({ reason }), 409, "site_fenced");
  const fenced = await get();
  expect(fenced).toMatchObject({ fenced: "by_operator", fenced_detail: expect.stringContaining("An operator has") });
  const vm = (await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body;
  const operation = (await api.request("GET", `/compute/operations/${vm.operation_id}`)).body;
  expect(operation).toMatchObject({ error_code: "site_fenced", error_message: fenced.fenced_detail });
  const trail = (await fixture.send("operatorEvent.list", { resource_id: site_id, limit: 100 })).body;
  expect(trail).toContainEqual(expect.objectContaining({ action: "operatorSite.fence", planned: false, result: 200 }));

  await fixture.made("operatorSite.resume", { site_id, reason: "It is repaired." });
  await api.reconcile("carry-out-site-decisions");
  expect(await get()).toMatchObject({ fenced: null, fenced_at: null, fenced_detail: null });
});

test("a fence names the sites that are driven as one, and needs a site that is connected", async () => {
  const send = (site: string, query: Record<string, string> = {}) =>
    api.request("POST", `/operator/sites/${site}/fence`, {
      ...{ token: fixture.tokens["operator.write"], workspaceId: null, body: { reason: "Try." }, query },
    });
  const { name } = await api.database.prisma.site.findUniqueOrThrow({ where: { site_id: "site-fra-1" } });
  const { warnings } = (await send("site-ams-1", { dry_run: "true" })).body;
  expect(warnings).toContain(`Driven as one with it, and fenced with it: ${name}.`);
  expectError(await send("site-none"), 404, "not_found");
  const wanted = { name: `site-${randomUUID()}`, provider: "lxd", endpoint: "unix:///nowhere/unix.socket" };
  const { site_id: unconnected } = await fixture.made("operatorSite.create", wanted);
  expectError(await send(String(unconnected)), 409, "site_not_connected");
});

test("addresses are told by ranges without gaps; reserved, those of resources, and isolated ones are used", async () => {
  const addresses = ["10.99.7.10", "10.99.7.11", "10.99.7.12", "10.99.7.13", "10.99.7.14", "10.99.7.15", "10.99.7.20"];
  await api.database.pool.query("INSERT INTO public_address (address, site_id) SELECT unnest($1::inet[]), $2", [
    addresses,
    site_id,
  ]);
  const made = async (path: string, body: object) => {
    const answer = await api.request("POST", path, { body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  await fixture.made("operatorAddress.isolate", { address: "10.99.7.20", reason: "It was attacked." });
  await made("/networking/reserved-ips", { site_id });
  const vm = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13", site_id, public_ip: true };
  await made("/compute/cloud-vms", vm);
  const { vpc_id } = await made("/networking/vpcs", { name: `vpc-${randomUUID()}`, cidr: "10.60.0.0/16", site_id });
  const { subnet_id } = await made(`/networking/vpcs/${vpc_id}/subnets`, { name: "inside", cidr: "10.60.1.0/24" });
  await made(`/networking/vpcs/${vpc_id}/nat-gateways`, { name: "out", subnet_ids: [subnet_id] });
  const { addresses: found, holds } = await get();
  expect(found).toMatchObject({
    ...{ total: 7, used: 4 },
    used_by: { vms: 1, nat_gateways: 1, load_balancers: 0, reserved: 1, isolated: 1 },
  });
  expect(found.ranges).toEqual([
    { first: "10.99.7.10", last: "10.99.7.15", total: 6, used: 3 },
    { first: "10.99.7.20", last: "10.99.7.20", total: 1, used: 1 },
  ]);
  expect(holds).toMatchObject({ public_ips: 3 });
  const { body: sites } = await fixture.send("operatorSite.list", {});
  const listed = sites.find((site: { site_id: string }) => site.site_id === site_id);
  expect(listed.addresses).toEqual({ total: 7, used: 4 });
  const doctor = async () =>
    (await findings(api.database, api.configuration)).find(({ check }) => check === `site ${site_id}`)?.sentence;
  expect(await doctor()).toContain("4 of 7 public addresses in use");
  for (const _ of [1, 2, 3]) await made("/networking/reserved-ips", { site_id });
  expect(await doctor()).toContain("All of its 7 public addresses are in use");
  const refused = await api.request("POST", "/networking/reserved-ips", { body: { site_id } });
  expectError(refused, 409, "address_pool_exhausted");
});

test("maintenance there is shown until it is over, and no other", async () => {
  const window = (title: string, starts_at: string, ends_at: string, site_ids: string[]) =>
    fixture.made("operatorAnnouncement.create", {
      ...{ kind: "maintenance", title, text: "Work.", starts_at, ends_at, site_ids },
    });
  await window("Later", "2031-01-01T00:00:00Z", "2031-01-02T00:00:00Z", [site_id]);
  await window("Sooner", "2030-01-01T00:00:00Z", "2030-01-02T00:00:00Z", [site_id]);
  await window("Over", "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z", [site_id]);
  await window("Elsewhere", "2030-01-01T00:00:00Z", "2030-01-02T00:00:00Z", ["site-fra-1"]);
  const { maintenance } = await get();
  expect(maintenance.map(({ title }: { title: string }) => title)).toEqual(["Sooner", "Later"]);
});

test("workers record an hour once, and forget it after 90 days", async () => {
  const hours = () => api.database.prisma.siteCapacityHour.findMany({ where: { site_id } });
  await api.database.prisma.siteCapacityHour.deleteMany({});
  const old = new Date(Date.now() - 91 * 86_400_000);
  await api.database.prisma.siteCapacityHour.create({
    data: { site_id, hour: old, sold_cpus: 1, sold_ram_mb: 1n, sold_disk_gb: 1n },
  });
  await Promise.all([api.reconcile("record-site-hours"), api.reconcile("record-site-hours")]);
  await api.reconcile("record-site-hours");
  const found = await hours();
  expect(found).toHaveLength(1);
  const { history, sold } = await get();
  expect(history.points).toHaveLength(1);
  expect(history.points[0]).toMatchObject({
    cpus: { sold: sold.cpus, has: null },
    ram_mb: { sold: sold.ram_mb, has: null },
    disk_gb: { sold: sold.disk_gb, has: null },
  });
});
