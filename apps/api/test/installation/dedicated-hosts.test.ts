// Hosts that operators dedicate to an organization and take back (ADR 0152), and what its members see of that.
import { randomUUID } from "node:crypto";
import { addSite } from "@fulmar/core/operator";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
/** The organization whose token `api` has. */
let own: string;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
  const { vm_id } = (await create({ site_id: "site-ams-1" })).body;
  const { workspace_id } = await api.database.prisma.vm.findFirstOrThrow({ where: { vm_id: String(vm_id) } });
  own = (await api.database.prisma.workspace.findUniqueOrThrow({ where: { workspace_id } })).organization_id;
});
afterAll(() => api.close());

let site_id: string;
let name: string;
let host_id: string;
let other_host: string;
/** A site with two hosts, as a worker has seen them. */
beforeEach(async () => {
  name = `site-${randomUUID()}`;
  site_id = (await addSite(api.database, api.configuration, { provider: "simulated", name, location: "Nowhere" }))
    .siteId;
  [host_id, other_host] = [`host_${randomUUID()}`, `host_${randomUUID()}`];
  const row = { site_id, status: "online", moves_live: true, shared_disks: true, cpus: 8, ram_mb: 8192 };
  const disks = { free_ram_mb: 8192, disk_gb: 900, free_disk_gb: 900 };
  await api.database.prisma.siteHost.createMany({
    data: [host_id, other_host].map((id, n) => ({ ...row, ...disks, host_id: id, name: `host-${n + 1}` })),
  });
});

const create = (more: object, query: Record<string, string> = {}) =>
  api.request("POST", "/compute/cloud-vms", {
    body: { name: `vm-${randomUUID()}`, plan_id: "plan-nano", template_id: "debian-13", ...more },
    query,
  });

/** A VM on the first host. */
async function vmOn(more: object = {}): Promise<string> {
  const made = await create({ site_id, ...more });
  expect(made.status, made.text).toBe(202);
  const vm_id = String(made.body.vm_id);
  await api.database.prisma.vm.update({ where: { vm_id }, data: { status: "running", operation_id: null, host_id } });
  return vm_id;
}

const dedicate = (organization_id: string, more: object = {}) =>
  fixture.call("operatorHost.dedicate", { host_id, organization_id, ...more });

test("a host with VMs of others is dedicated only where these may move, and says so until they have", async () => {
  const theirs = await vmOn();
  const organization_id = await fixture.organization();
  const refused = (await dedicate(organization_id)).refusal;
  expect(refused).toMatchObject({ code: "host_in_use", blockers: [{ type: "vm", id: theirs }] });
  expect(await fixture.made("operatorHost.get", { host_id })).toMatchObject({
    ...{ dedicated_organization_id: null, dedicated_organization_name: null, clearing: false },
  });
  expect((await dedicate(organization_id, { other_vms: "move" })).value).toMatchObject({
    ...{ dedicated_organization_id: organization_id, dedicated_organization_name: expect.any(String), clearing: true },
  });
  const { body: listed } = await fixture.send("operatorHost.listVms", { host_id, limit: 10 });
  expect(listed).toMatchObject([{ vm_id: theirs, dedicated: false, blocker: null }]);
});

test("the organization's own VMs stay when a host becomes theirs, and those that asked for it bar its return", async () => {
  await vmOn();
  expect((await dedicate(own)).value).toMatchObject({ dedicated_organization_id: own, clearing: false });
  const asked = await vmOn({ dedicated: true });
  const released = await fixture.call("operatorHost.release", { host_id });
  expect(released.refusal).toMatchObject({ code: "host_in_use", blockers: [{ id: asked }] });
  expect((await fixture.call("operatorHost.release", { host_id, other_vms: "move" })).value).toMatchObject({
    ...{ dedicated_organization_id: null, clearing: true },
  });
  const again = await fixture.call("operatorHost.release", { host_id });
  expect(again.refusal?.code).toBe("host_not_dedicated");
});

test("a VM on the way to a host counts as one of it, and a drain finds room only where the VM may be", async () => {
  const moving = await vmOn();
  await api.database.prisma.vm.update({
    where: { vm_id: moving },
    data: { host_id: other_host, next_host_id: host_id },
  });
  const organization_id = await fixture.organization();
  expect((await dedicate(organization_id)).refusal).toMatchObject({ blockers: [{ id: moving }] });
  await api.database.prisma.vm.update({ where: { vm_id: moving }, data: { next_host_id: null } });
  expect((await dedicate(organization_id)).refusal).toBeUndefined();
  expect(await fixture.made("operatorHost.previewDrain", { host_id: other_host })).toMatchObject({
    ...{ vms: 1, blocked: 1, blockers: [{ vm_id: moving, blocker: "no_room" }] },
  });
});

test("unknown hosts, organizations and words are refused and change nothing", async () => {
  const absent = "org_01j8zt4q2xk5v9c3w7r1m6n0ph";
  expect((await dedicate(absent)).refusal?.status).toBe(404);
  expect((await dedicate(` ${own} `)).refusal?.status).toBe(404);
  const put = await fixture.send("operatorHost.dedicate", { host_id, organization_id: own, other_vms: "MOVE" });
  expect(put).toMatchObject({ status: 400, body: { errors: [{ field: "other_vms" }] } });
  const gone = await fixture.call("operatorHost.dedicate", { host_id: "host_absent", organization_id: own });
  expect(gone.refusal?.status).toBe(404);
  const yes = await create({ site_id, dedicated: "yes" });
  expect(yes).toMatchObject({ status: 400, body: { errors: [{ field: "dedicated" }] } });
  expect(await fixture.made("operatorHost.get", { host_id })).toMatchObject({ dedicated_organization_id: null });
});

test("a plan says on whose hosts a VM will run, the record keeps it, and a group's VMs have it", async () => {
  expect((await create({ site_id, dedicated: true })).body.code).toBe("dedicated_hosts_full");
  await dedicate(own);
  const warned = async (more: object) =>
    String((await create({ site_id, ...more }, { dry_run: "true" })).body.warnings);
  expect(await warned({ dedicated: true })).toContain(
    `Your organization has a host of its own at ${name}, and the VM runs there and nowhere else.`,
  );
  expect(await warned({})).toContain("may share a host with others: send dedicated as true");
  const vm_id = await vmOn({ dedicated: true });
  expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body).toMatchObject({ dedicated: true });
  const body = { name: "kept", plan_id: "plan-nano", template_id: "debian-13", site_id, dedicated: true };
  const group = await api.request("POST", "/compute/vm-groups", { body });
  expect(group).toMatchObject({ status: 201, body: { dedicated: true } });
  const members = await api.database.prisma.vm.findMany({ where: { name: "kept-1" } });
  expect(members).toMatchObject([{ dedicated: true }]);
});
