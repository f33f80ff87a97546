// Maintenance that tenants see on their VMs (ADR 0153): of all, of a site, or of a host, without the host's name.
import { randomUUID } from "node:crypto";
import { addSite } from "@fulmar/core/operator";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { gpuBody, makeVm } from "../compute/compute-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
let other: Tenant;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
  other = await api.createTenant();
});
afterAll(() => api.close());

let site_id: string;
let host_id: string;
let other_host: string;
const HOST_NAME = "rack-7-machine-1";
/** A site with two hosts, as a worker has seen them, and no announcement. */
beforeEach(async () => {
  await api.database.prisma.announcement.deleteMany({});
  const name = `site-${randomUUID()}`;
  site_id = (await addSite(api.database, api.configuration, { provider: "simulated", name, location: "Nowhere" }))
    .siteId;
  [host_id, other_host] = [`host_${randomUUID()}`, `host_${randomUUID()}`];
  const row = { site_id, status: "online", moves_live: true, shared_disks: true };
  await api.database.prisma.siteHost.createMany({
    data: [
      { ...row, host_id, name: HOST_NAME },
      { ...row, host_id: other_host, name: "rack-7-machine-2" },
    ],
  });
});

/** A VM of a tenant on a host of the site. */
async function vmOn(host: string | null, { token, workspaceId }: Pick<Tenant, "token" | "workspaceId"> = api.tenant) {
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-nano", template_id: "debian-13" };
  const made = await api.request("POST", "/compute/cloud-vms", { token, workspaceId, body });
  expect(made.status, made.text).toBe(202);
  const vm_id = String(made.body.vm_id);
  await put(vm_id, { site_id, host_id: host });
  return vm_id;
}

const put = (vm_id: string, data: object) =>
  api.database.prisma.vm.update({ where: { vm_id }, data: { status: "running", operation_id: null, ...data } });

const read = (vm_id: string, { token, workspaceId }: Pick<Tenant, "token" | "workspaceId"> = api.tenant) =>
  api.request("GET", `/compute/cloud-vms/${vm_id}`, { token, workspaceId });

const maintenanceOf = async (vm_id: string, tenant?: Tenant) => (await read(vm_id, tenant)).body.maintenance;

const WINDOW = { starts_at: "2099-01-01T22:00:00Z", ends_at: "2099-01-02T02:00:00Z" };
const said = { kind: "maintenance", title: "New memory", text: "VMs are stopped for some minutes.", ...WINDOW };

async function announce(more: object): Promise<string> {
  return String((await fixture.made("operatorAnnouncement.create", { ...said, ...more })).announcement_id);
}

const change = (announcement_id: string, changes: object) =>
  fixture.made("operatorAnnouncement.update", { announcement_id, ...changes });

test("the VMs on a host are told, of whichever organization, and others are not", async () => {
  const [touched, untouched] = [await vmOn(host_id), await vmOn(other_host)];
  const theirs = await vmOn(host_id, other);
  const announcement_id = await announce({ host_ids: [host_id, host_id] });
  const told = {
    ...{ announcement_id, title: "New memory" },
    ...{ starts_at: "2099-01-01T22:00:00.000Z", ends_at: "2099-01-02T02:00:00.000Z" },
  };
  expect(await maintenanceOf(touched)).toEqual(told);
  expect(await maintenanceOf(theirs, other)).toEqual(told);
  expect(await maintenanceOf(untouched)).toBeNull();
  const { body: listed } = await api.request("GET", "/compute/cloud-vms");
  expect(listed.find(({ id }: { id: string }) => id === touched)).toMatchObject({ maintenance: told });
  expect(listed.find(({ id }: { id: string }) => id === untouched)).not.toHaveProperty("maintenance");
});

test("a GPU VM is told, too", async () => {
  const vm_id = await makeVm(api, { ...gpuBody, name: `gpu-${randomUUID()}` });
  await put(vm_id, { host_id });
  const announcement_id = await announce({ host_ids: [host_id] });
  const { body } = await api.request("GET", `/compute/gpu-vms/${vm_id}`);
  expect(body.maintenance).toMatchObject({ announcement_id });
  const { body: listed } = await api.request("GET", "/compute/gpu-vms", { query: { announcement_id } });
  expect(listed).toMatchObject([{ id: vm_id, maintenance: { announcement_id } }]);
});

test("a VM that has moved is told no longer, and one on its way to the host is told", async () => {
  const vm_id = await vmOn(host_id);
  await announce({ host_ids: [host_id] });
  await put(vm_id, { next_host_id: other_host });
  expect(await maintenanceOf(vm_id)).not.toBeNull();
  await put(vm_id, { host_id: other_host, next_host_id: null });
  expect(await maintenanceOf(vm_id)).toBeNull();
  await put(vm_id, { next_host_id: host_id });
  expect(await maintenanceOf(vm_id)).not.toBeNull();
});

test("a change of the VM answers with its maintenance, and not with that of others", async () => {
  const vm_id = await vmOn(host_id);
  const announcement_id = await announce({ host_ids: [host_id] });
  await announce({ title: "For others", starts_at: "2098-01-01T00:00:00Z", organization_ids: [other.organizationId] });
  const { status, body } = await api.request("PATCH", `/compute/cloud-vms/${vm_id}`, { body: { tags: ["told"] } });
  expect([status, body.maintenance]).toEqual([200, expect.objectContaining({ announcement_id })]);
});

test("a window that is changed, over or taken back shows at once", async () => {
  const vm_id = await vmOn(host_id);
  const announcement_id = await announce({ host_ids: [host_id] });
  await change(announcement_id, {
    title: "New disks",
    starts_at: "2099-06-01T02:00:00+02:00",
    ends_at: "2099-06-02T00:00:00.5Z",
  });
  expect(await maintenanceOf(vm_id)).toMatchObject({ title: "New disks", starts_at: "2099-06-01T00:00:00.000Z" });
  await change(announcement_id, { host_ids: [other_host] });
  expect(await maintenanceOf(vm_id)).toBeNull();
  await change(announcement_id, { host_ids: [], site_ids: [site_id] });
  expect(await maintenanceOf(vm_id)).not.toBeNull();
  await change(announcement_id, { starts_at: "2020-01-01T00:00:00Z", ends_at: "2020-01-02T00:00:00Z" });
  expect(await maintenanceOf(vm_id)).toBeNull();
  await change(announcement_id, { ends_at: "2099-01-02T00:00:00Z" });
  expect(await maintenanceOf(vm_id)).not.toBeNull();
  await fixture.made("operatorAnnouncement.delete", { announcement_id });
  expect(await maintenanceOf(vm_id)).toBeNull();
});

test("the next of several is told, and a notice of the site is none", async () => {
  const vm_id = await vmOn(host_id);
  await fixture.made("operatorAnnouncement.create", { title: "Slow", text: "We are on it.", site_ids: [site_id] });
  expect(await maintenanceOf(vm_id)).toBeNull();
  await announce({ title: "Later", site_ids: [site_id] });
  await announce({ title: "Sooner", host_ids: [host_id], starts_at: "2098-01-01T00:00:00Z" });
  expect(await maintenanceOf(vm_id)).toMatchObject({ title: "Sooner" });
});

test("maintenance without sites and hosts touches every VM, and that of organizations theirs alone", async () => {
  const [own, theirs] = [await vmOn(null), await vmOn(host_id, other)];
  const announcement_id = await announce({});
  expect([await maintenanceOf(own), await maintenanceOf(theirs, other)]).toEqual([
    expect.objectContaining({ announcement_id }),
    expect.objectContaining({ announcement_id }),
  ]);
  await change(announcement_id, { organization_ids: [other.organizationId] });
  expect([await maintenanceOf(own), await maintenanceOf(theirs, other)]).toEqual([
    null,
    expect.objectContaining({ announcement_id }),
  ]);
});

test("lists name the VMs that maintenance touches, and no other workspace's", async () => {
  const touched = await vmOn(host_id);
  await vmOn(other_host);
  await vmOn(host_id, other);
  const announcement_id = await announce({ host_ids: [host_id] });
  const touchedBy = (id: string) => api.request("GET", "/compute/cloud-vms", { query: { announcement_id: id } });
  expect((await touchedBy(announcement_id)).body.map(({ id }: { id: string }) => id)).toEqual([touched]);
  for (const unknown of ["ann_none", ` ${announcement_id}`, announcement_id.toUpperCase()])
    expect((await touchedBy(unknown)).body, unknown).toEqual([]);
});

test("nothing that a tenant reads has the host's id or name", async () => {
  const vm_id = await vmOn(host_id);
  await announce({ host_ids: [host_id] });
  const credentials = fixture.as(fixture.tenant.people.owner);
  const profile = await fixture.tenant.call("session.me", {}, { credentials });
  const texts = [
    (await read(vm_id)).text,
    (await api.request("GET", "/compute/cloud-vms")).text,
    JSON.stringify(profile.value),
  ];
  for (const text of texts) {
    expect(text).toContain("New memory");
    expect(text).not.toContain(HOST_NAME);
    expect(text).not.toContain(host_id);
  }
});

test("operators see the hosts, and the site has the maintenance of its hosts", async () => {
  const announcement_id = await announce({ host_ids: [host_id] });
  expect(await fixture.made("operatorAnnouncement.get", { announcement_id })).toMatchObject({
    ...{ host_ids: [host_id], site_ids: [] },
  });
  expect(await fixture.made("operatorSite.get", { site_id })).toMatchObject({ maintenance: [{ announcement_id }] });
  expect(await fixture.made("operatorSite.get", { site_id: "site-fra-1" })).toMatchObject({ maintenance: [] });
  // A host that is gone since stays named, and other fields can be changed.
  await api.database.prisma.siteHost.delete({ where: { host_id } });
  expect(await change(announcement_id, { title: "It is gone" })).toMatchObject({ host_ids: [host_id] });
});

test.each([
  [() => ({ host_ids: ["host_none"] })],
  [() => ({ host_ids: [` ${host_id} `] })],
  [() => ({ host_ids: [host_id.toUpperCase()] })],
  [() => ({ host_ids: [HOST_NAME] })],
  [() => ({ host_ids: host_id })],
  [() => ({ host_ids: null })],
  [() => ({ kind: "notice", host_ids: [host_id] })],
])("hosts are refused that are none, case %#", async (wrong) => {
  const { status, body } = await fixture.send("operatorAnnouncement.create", { ...said, ...wrong() });
  expect([status, body.errors?.[0]?.field.split(".")[0]]).toEqual([400, "host_ids"]);
  expect(await api.database.prisma.announcement.count()).toBe(0);
});

test("hosts of a removed site are refused, and a notice gets none", async () => {
  const { announcement_id } = await fixture.made("operatorAnnouncement.create", { title: "Slow", text: "Soon." });
  const put = (id: unknown, host_ids: string[]) =>
    fixture.send("operatorAnnouncement.update", { announcement_id: id, host_ids });
  expect(await put(announcement_id, [host_id])).toMatchObject({
    status: 400,
    body: { errors: [{ field: "host_ids" }] },
  });
  expect(await put(announcement_id, [])).toMatchObject({ status: 200, body: { host_ids: [] } });
  const maintenance = await announce({ host_ids: [other_host] });
  await api.database.prisma.site.update({ where: { site_id }, data: { removed_at: new Date() } });
  expect(await put(maintenance, [host_id])).toMatchObject({ status: 400, body: { errors: [{ field: "host_ids" }] } });
  const kept = await fixture.made("operatorAnnouncement.get", { announcement_id: maintenance });
  expect(kept).toMatchObject({ host_ids: [other_host] });
});
