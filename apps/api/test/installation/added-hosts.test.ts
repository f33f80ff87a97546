// Hosts that operators add to a site whose server does not know its other hosts, and remove.
import { randomUUID } from "node:crypto";
import { addSite } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { madeAddedHost, madeHostsApart } from "./operator-examples/added-hosts.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const NEW = "tls://kvm9.example.com:16514";
const add = (site_id: string, endpoint = NEW) => fixture.send("operatorHost.add", { site_id, endpoint });
const remove = (host_id: string, more: object = {}) =>
  fixture.send("operatorHost.remove", { host_id, confirm: "kvm2", reason: "Its lease ends.", ...more });
const rowOf = (host_id: string) => api.database.prisma.siteHost.findUniqueOrThrow({ where: { host_id } });
const countDecisions = () => api.database.prisma.siteDecision.count({ where: { action: { contains: "host" } } });

/** A site on a server that knows its hosts. */
async function lxdSite(): Promise<string> {
  const wanted = { name: `site-${randomUUID()}`, provider: "lxd", endpoint: "unix:///nowhere/unix.socket" };
  return String((await fixture.made("operatorSite.create", wanted)).site_id);
}

async function simulatedSite(): Promise<string> {
  const site = { provider: "simulated", name: `site-${randomUUID()}`, location: "Nowhere" };
  return (await addSite(api.database, api.configuration, site)).siteId;
}

/** A VM on a host, or on its way there. */
async function vmAt(host_id: string, data: object = { host_id }): Promise<string> {
  const { site_id } = await rowOf(host_id);
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-nano", template_id: "debian-13" };
  const { vm_id } = (await api.request("POST", "/compute/cloud-vms", { body })).body;
  await api.database.prisma.vm.update({ where: { vm_id: String(vm_id) }, data: { site_id, ...data } });
  return String(vm_id);
}

test("what cannot have other hosts refuses them, and says where they are added", async () => {
  const before = await countDecisions();
  for (const [site_id, code] of [
    [await lxdSite(), "server_knows_hosts"],
    [await simulatedSite(), "site_without_server"],
  ] as const) {
    expectError(await add(site_id), 409, code);
    expectError(await fixture.send("operatorHost.getScript", { site_id }), 409, code);
    expect((await fixture.send("operatorSite.get", { site_id })).body).toMatchObject({
      ...{ adds_hosts: false, one_host_reason: null },
    });
  }
  expect((await add(await lxdSite())).body.detail).toBe(
    "The server of this site knows its hosts itself; add the host there.",
  );
  expect(await countDecisions()).toBe(before);
});

test("an endpoint is read in any spelling, kept once, and refused by its name where it is none or taken", async () => {
  const site_id = await madeHostsApart(fixture);
  for (const endpoint of ["https://kvm9.example.com", "kvm9.example.com:16514", "tls://", "tls://a@b:1", "tls://x/y"])
    expect(await add(site_id, endpoint), endpoint).toMatchObject({
      ...{ status: 400, body: { errors: [{ field: "endpoint" }] } },
    });
  for (const endpoint of ["tls://kvm1.example.com:16514", " TLS://KVM1.Example.com:16514/ "])
    expectError(await add(site_id, endpoint), 409, "host_taken");
  const { status, body } = await add(site_id, " TLS://KVM9.Example.com:16514/ ");
  expect(status).toBe(200);
  expect(body).toMatchObject({ action: "add_host", name: NEW, kind: null, resource_id: null, state: "waiting" });
  expectError(await add(site_id, "tls://kvm10.example.com:16514"), 409, "decision_waits");
  // A host of another site is none of this one.
  expect((await add(await madeHostsApart(fixture), NEW)).status).toBe(200);
});

test("a site that is fenced, removed or not connected gets no host", async () => {
  const [fenced, removed, unconnected] = [
    await madeHostsApart(fixture),
    await madeHostsApart(fixture),
    await madeHostsApart(fixture),
  ];
  await fixture.made("operatorSite.fence", { site_id: fenced, reason: "Its storage is repaired." });
  expectError(await add(fenced), 409, "site_fenced");
  await api.database.prisma.site.update({ where: { site_id: removed }, data: { removed_at: new Date() } });
  expectError(await add(removed), 404, "not_found");
  expectError(await fixture.send("operatorHost.getScript", { site_id: removed }), 404, "not_found");
  await api.database.prisma.site.update({ where: { site_id: unconnected }, data: { setup_state: "new" } });
  expectError(await add(unconnected), 409, "site_not_connected");
  expectError(await fixture.send("operatorHost.getScript", { site_id: unconnected }), 409, "site_not_connected");
});

test("a site whose hosts share no folder has one host, and says why", async () => {
  const site_id = await madeHostsApart(fixture);
  const { options } = await api.database.prisma.siteConnection.findUniqueOrThrow({ where: { site_id } });
  const change = (changed: object) =>
    api.database.prisma.siteConnection.update({
      where: { site_id },
      data: { options: { ...(options as object), ...changed } },
    });
  for (const [changed, sentence] of [
    [{ pool_shared: "no" }, "share no folder"],
    [{ northbound: "unix:/run/ovn/ovnnb_db.sock" }, "northbound database by a socket"],
  ] as const) {
    await change(changed);
    const one = { adds_hosts: false, one_host_reason: expect.stringContaining(sentence) };
    expect((await fixture.send("operatorSite.get", { site_id })).body).toMatchObject(one);
    const listed = (await fixture.send("operatorSite.list", {})).body as unknown as { site_id: string }[];
    expect(listed.find((site) => site.site_id === site_id)).toMatchObject(one);
    const refused = await fixture.send("operatorHost.getScript", { site_id });
    expectError(refused, 409, "site_has_one_host");
    expect(refused.body.detail).toContain(sentence);
  }
});

test("the script is text for a shell, has no secret, and support reads it", async () => {
  const site_id = await madeHostsApart(fixture);
  expect((await fixture.send("operatorSite.get", { site_id })).body).toMatchObject({
    ...{ adds_hosts: true, one_host_reason: null },
  });
  const { value } = await fixture.call("operatorHost.getScript", { site_id }, fixture.as(fixture.support));
  expect(value).toMatchObject({ site_id, script: expect.stringContaining("ovn") });
  expect(String(value?.script)).not.toContain("PRIVATE KEY");
});

test("a host that is not reached ends the decision with a sentence, and the site is as it was", async () => {
  const site_id = await madeHostsApart(fixture);
  await api.database.prisma.siteConnection.update({ where: { site_id }, data: { endpoint: "tls://127.0.0.1:1" } });
  const before = await api.database.prisma.siteConnection.findUniqueOrThrow({ where: { site_id } });
  const { decision_id } = (await add(site_id, "tls://127.0.0.1:2")).body;
  await api.reconcile("carry-out-site-decisions");
  const { body: ended } = await fixture.send("operatorSiteDecision.get", { decision_id: String(decision_id) });
  expect(ended).toMatchObject({
    state: "failed",
    outcome: expect.stringMatching(/^The site did not answer/),
    problem: null,
  });
  expect(await api.database.prisma.siteConnection.findUniqueOrThrow({ where: { site_id } })).toEqual(before);
  expect((await fixture.send("operatorHost.list", { site_id })).body).toMatchObject([{ name: "kvm1", endpoint: null }]);
});

test("a host with VMs on it or on their way, a dedicated one and that of the endpoint stay", async () => {
  const host_id = await madeAddedHost(fixture);
  const { site_id } = await rowOf(host_id);
  const own = await api.database.prisma.siteHost.findFirstOrThrow({ where: { site_id, name: "kvm1" } });
  expectError(await remove(own.host_id, { confirm: "kvm1" }), 409, "host_is_endpoint");

  expect(await remove(host_id, { confirm: "kvm1" })).toMatchObject({
    ...{ status: 400, body: { errors: [{ field: "confirm" }] } },
  });
  const [there, coming] = [await vmAt(host_id), await vmAt(host_id, { host_id: own.host_id, next_host_id: host_id })];
  const refused = await remove(host_id);
  expectError(refused, 409, "host_in_use");
  expect(refused.body.blockers).toEqual(
    [there, coming].toSorted((a, b) => (a < b ? -1 : 1)).map((id) => ({ type: "VM", id, name: expect.any(String) })),
  );
  await api.database.prisma.vm.updateMany({ where: { site_id }, data: { host_id: null, next_host_id: null } });

  const organization_id = await fixture.organization();
  await fixture.made("operatorHost.dedicate", { host_id, organization_id, other_vms: "refuse" });
  expectError(await remove(host_id), 409, "host_dedicated");
  await fixture.made("operatorHost.release", { host_id, other_vms: "refuse" });

  await fixture.made("operatorSite.fence", { site_id, reason: "Its storage is repaired." });
  expectError(await remove(host_id), 409, "site_fenced");
  expect(await rowOf(host_id)).toMatchObject({ state: "active", state_reason: null });
});

test("a host gets no VM from the moment of the decision on, until it is restored", async () => {
  const host_id = await madeAddedHost(fixture);
  const { site_id } = await rowOf(host_id);
  await api.database.prisma.siteConnection.update({ where: { site_id }, data: { endpoint: "tls://127.0.0.1:1" } });
  expect((await remove(host_id, { confirm: " kvm2 " })).body).toMatchObject({
    ...{ action: "remove_host", name: "kvm2", reason: "Its lease ends.", state: "waiting" },
  });
  expect(await rowOf(host_id)).toMatchObject({ state: "cordoned", state_reason: "Its lease ends." });
  expectError(await remove(host_id), 409, "decision_waits");
  expectError(await fixture.send("operatorHost.restore", { host_id }), 409, "decision_waits");

  await api.reconcile("carry-out-site-decisions");
  const { body: decisions } = await fixture.send("operatorSiteDecision.list", { site_id, state: "failed" });
  expect(decisions).toMatchObject([{ action: "remove_host", outcome: expect.any(String) }]);
  expect(await rowOf(host_id)).toMatchObject({ state: "cordoned", endpoint: "tls://kvm2.example.com:16514" });
  const { body: restored } = await fixture.send("operatorHost.restore", { host_id });
  expect(restored).toMatchObject({ state: "active", state_reason: null });
});
