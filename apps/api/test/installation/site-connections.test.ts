// Sites that operators add, renew, check and remove by the API. A worker reaches their servers.
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { type LxdDouble, selfSignedCertificate, startLxdDouble } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
const doubles: LxdDouble[] = [];
const servers: Server[] = [];
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(async () => {
  for (const double of doubles) await double.close();
  for (const server of servers) server.close();
  await api.close();
});

async function double(): Promise<LxdDouble> {
  const started = await startLxdDouble("lxc | qemu");
  doubles.push(started);
  return started;
}

const named = () => ({ name: `Site ${randomUUID()}`, provider: "lxd" });
const create = (wanted: object) => fixture.send("operatorSite.create", { ...named(), ...wanted });
const carryOut = () => api.reconcile("carry-out-site-decisions");
const get = async (site_id: unknown) => (await fixture.send("operatorSite.get", { site_id: String(site_id) })).body;

/** A site whose server is gone before anybody has reached it. */
async function silentSite(more: object = {}) {
  const { status, body } = await create({ endpoint: "unix:///nowhere/unix.socket", ...more });
  expect(status).toBe(201);
  await carryOut();
  return String(body.site_id);
}

test("a worker connects a site: it is closed until then, and sells the plans from then on", async () => {
  const { endpoint } = await double();
  const { status, body: added } = await create({ endpoint, location: "Berlin" });
  expect(status).toBe(201);
  expect(added).toMatchObject({
    ...{ provider: "lxd", location: "Berlin", connected: false, closed: true, capacity: null },
    ...{ closed_reason: "Its server is not connected yet.", decision: { action: "add", state: "waiting" } },
  });
  const { site_id } = added;
  const vm = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13", site_id };
  expect((await api.request("POST", "/compute/cloud-vms", { body: vm })).status).toBe(400);
  expectError(await fixture.send("operatorSite.open", { site_id: String(site_id) }), 409, "site_not_connected");

  await carryOut();
  const connected = await get(site_id);
  expect(connected).toMatchObject({
    ...{ connected: true, closed: false, closed_reason: null, server: "lxd 5.0.2", instance_type: "virtual-machine" },
    ...{ warnings: [], decision: { state: "done", problem: null } },
  });
  expect(connected.decision).toMatchObject({ outcome: expect.stringMatching(/^Connected: lxd 5\.0\.2 with 8 CPUs/) });
  const { body: plans } = await fixture.send("operatorPlan.list", {});
  type Listed = { gpu_count: number; site_ids: string[]; sites_without_gpus: string[] };
  const listed = (plans as unknown as Listed[]).filter(({ site_ids }) => site_ids.includes(String(site_id)));
  // The list has GPU plans, too, which are sold when a host has told their cards.
  const selling = listed.filter(({ sites_without_gpus }) => !sites_without_gpus.includes(String(site_id)));
  expect(selling.length).toBeGreaterThan(0);
  expect(listed.some(({ gpu_count }) => gpu_count > 0)).toBe(true);
  expect(selling.every(({ gpu_count }) => gpu_count === 0)).toBe(true);
});

test("what an operator closed meanwhile stays closed", async () => {
  const { endpoint } = await double();
  const { body } = await create({ endpoint });
  const site_id = String(body.site_id);
  await fixture.made("operatorSite.close", { site_id, reason: "Wait for the network." });
  await carryOut();
  expect(await get(site_id)).toMatchObject({ connected: true, closed: true, closed_reason: "Wait for the network." });
});

test("a server that does not answer is told in a sentence, and tried again when the site is checked", async () => {
  const site_id = await silentSite();
  expect(await get(site_id)).toMatchObject({
    ...{ connected: false, closed: true },
    decision: { action: "add", state: "failed", outcome: expect.stringMatching(/^The site did not answer/) },
  });
  // Nothing else is done there meanwhile.
  await api.reconcile("inspect-sites");

  const { endpoint } = await double();
  await api.database.prisma.siteConnection.update({ where: { site_id }, data: { endpoint } });
  const { body: decision } = await fixture.send("operatorSite.check", { site_id });
  expect(decision).toMatchObject({ action: "check", state: "waiting", kind: null });
  expectError(await fixture.send("operatorSite.check", { site_id }), 409, "decision_waits");
  await carryOut();
  expect(await get(site_id)).toMatchObject({ connected: true, closed: false, decision: { state: "done" } });
});

test("a wrong certificate of the server is told, and mended by renewing; no answer or row has the key", async () => {
  const own = selfSignedCertificate("127.0.0.1");
  const other = selfSignedCertificate("127.0.0.1");
  const server = createServer({ cert: own.certificatePem, key: own.privateKeyPem }, (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ type: "error", error_code: 403, error: "not authorized" }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  servers.push(server);
  const client = selfSignedCertificate("fulmar");
  const keys = { client_cert: client.certificatePem, client_key: client.privateKeyPem };
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site_id = await silentSite({ endpoint, ...keys, server_cert: other.certificatePem });
  expect(await get(site_id)).toMatchObject({ connected: false, decision: { state: "failed" } });

  const renewed = await fixture.send("operatorSite.renew", { site_id, ...keys, server_cert: own.certificatePem });
  expect(renewed.status).toBe(200);
  const waiting = await api.database.prisma.siteDecision.findFirstOrThrow({ where: { site_id, state: "waiting" } });
  expect(waiting.request_sealed).not.toBeNull();
  await carryOut();
  // The server is reached now, and says itself why it refuses.
  const { decision } = await get(site_id);
  expect(decision).toMatchObject({ action: "renew", state: "failed" });
  expect((decision as { outcome: string }).outcome).toMatch(/trust|authorized/);

  const secret = client.privateKeyPem.split("\n")[1] ?? "";
  expect(secret).not.toBe("");
  const { rows } = await api.database.pool.query<{ text: string }>(
    `SELECT d::text AS text FROM site_decision d UNION ALL SELECT e::text FROM operator_event e
      UNION ALL SELECT k::text FROM user_idempotency_key k UNION ALL SELECT c::text FROM site_connection c`,
  );
  expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  expect(rows.some(({ text }) => text.includes("operatorSite.renew"))).toBe(true);
  const ended = await api.database.prisma.siteDecision.findMany({ where: { site_id } });
  expect(ended.map(({ request_sealed }) => request_sealed)).toEqual(ended.map(() => null));
});

test("the same site twice is one, and its name is taken for another", async () => {
  const { endpoint } = await double();
  const wanted = { ...named(), endpoint };
  const key = randomUUID();
  const [first, again] = [
    await fixture.send("operatorSite.create", wanted, { key }),
    await fixture.send("operatorSite.create", wanted, { key }),
  ];
  expect(again.body.site_id).toBe(first.body.site_id);
  expectError(await fixture.send("operatorSite.create", wanted), 409, "name_taken");
  const spaced = await fixture.send("operatorSite.create", { ...wanted, name: ` ${wanted.name} ` });
  expectError(spaced, 400, "invalid_request");
});

test.each([
  ["  HTTPS://LXD.Example:8443/ ", "https://lxd.example:8443"],
  ["https://[FD00::0001]:8443", "https://[fd00::1]:8443"],
  ["Unix:///nowhere/unix.socket", "unix:///nowhere/unix.socket"],
  [" TLS://KVM1.Example:16514/", "tls://kvm1.example:16514"],
  ["tls://[FD00::0001]", "tls://[fd00::1]"],
])("the endpoint %j is kept as %s", async (endpoint, kept) => {
  const { certificatePem: client_cert, privateKeyPem: client_key } = selfSignedCertificate("fulmar");
  const ofTls = { provider: "libvirt", client_cert, client_key, server_cert: client_cert };
  const more = { https: { client_cert, client_key }, tls: ofTls, unix: {} }[kept.split(":")[0] ?? ""];
  const { status, body } = await create({ endpoint, ...more });
  expect(status).toBe(201);
  const site_id = String(body.site_id);
  expect(await api.database.prisma.siteConnection.findUniqueOrThrow({ where: { site_id } })).toMatchObject({
    endpoint: kept,
  });
});

const { certificatePem, privateKeyPem } = selfSignedCertificate("fulmar");
const KEYS = { client_cert: certificatePem, client_key: privateKeyPem };

test.each([
  [{ endpoint: "http://lxd.example" }, "endpoint"],
  [{ endpoint: "https://user:secret@lxd.example" }, "endpoint"],
  [{ endpoint: "https://lxd.example/1.0" }, "endpoint"],
  [{ endpoint: "https://lxd.example" }, "client_cert"],
  [{ provider: "libvirt", endpoint: "https://kvm1.example" }, "endpoint"],
  [{ provider: "libvirt", endpoint: "tls://kvm1.example" }, "client_cert"],
  [{ provider: "libvirt", endpoint: "tls://kvm1.example", ...KEYS }, "server_cert"],
  [{ provider: "libvirt", endpoint: "unix:///x", northbound: "kvm1" }, "northbound"],
  [{ provider: "libvirt", endpoint: "unix:///x", uplink_gateway: "198.51.100.1" }, "uplink_gateway"],
  [{ provider: "libvirt", endpoint: "unix:///x", uplink_addresses: "198.51.100.9" }, "uplink_addresses"],
  [{ provider: "libvirt", endpoint: "unix:///x", uplink_chassis: "a,,b" }, "uplink_chassis"],
  [{}, "endpoint"],
  [{ endpoint: "unix:///x", instance_type: "jail" }, "instance_type"],
  [{ endpoint: "unix:///x", uplink: "a/b" }, "uplink"],
  [{ endpoint: "unix:///x", server_cert: "no certificate" }, "server_cert"],
  [{ endpoint: "unix:///x", name: "a/b" }, "name"],
  [{ provider: "xen", endpoint: "unix:///x" }, "provider"],
  [{ provider: "simulated", endpoint: "unix:///x" }, "endpoint"],
])("%j is refused and makes nothing", async (wanted, field) => {
  const before = await api.database.prisma.site.count();
  const { status, body } = await create(wanted);
  expect({ status, fields: (body.errors as { field: string }[]).map((error) => error.field) }).toEqual({
    status: 400,
    fields: [field],
  });
  expect(await api.database.prisma.site.count()).toBe(before);
});

test("a site is removed when nothing is left there; a server that was never reached is not called", async () => {
  const site_id = await silentSite();
  const { name } = await api.database.prisma.site.findUniqueOrThrow({ where: { site_id } });
  const removal = { site_id, confirm: name, reason: "A mistake." };
  const wrong = await fixture.send("operatorSite.remove", { ...removal, confirm: "another" });
  expect(wrong.status).toBe(400);
  const { body: decision } = await fixture.send("operatorSite.remove", removal);
  expect(decision).toMatchObject({ action: "remove", force: false, reason: "A mistake." });
  await carryOut();
  expect((await fixture.send("operatorSite.get", { site_id })).status).toBe(404);
  const { body } = await fixture.send("operatorSiteDecision.get", { decision_id: String(decision.decision_id) });
  expect(body).toMatchObject({ state: "done", outcome: "Removed." });
});

test("a site that is used is not removed, and one whose server is gone is when that is said", async () => {
  const { endpoint } = await double();
  const { body } = await create({ endpoint });
  const site_id = String(body.site_id);
  await carryOut();
  await fixture.made("operatorSite.addAddresses", { site_id, range: "198.18.77.0/29" });
  expect((await get(site_id)).addresses).toMatchObject({ total: 6, used: 0 });
  const vpc = { name: `vpc-${randomUUID()}`, site_id, cidr: "10.9.0.0/16" };
  const made = await api.request("POST", "/networking/vpcs", { body: vpc });
  expect(made.status).toBe(201);
  const confirm = String(body.name);
  const removal = { site_id, confirm, reason: "Its lease ends." };
  const refused = await fixture.send("operatorSite.remove", removal);
  expectError(refused, 409, "site_in_use");
  expect(refused.body.blockers).toMatchObject([{ type: "VPC", id: made.body.vpc_id }]);
  expect((await api.request("DELETE", `/networking/vpcs/${made.body.vpc_id}`)).status).toBe(200);

  await doubles.pop()?.close();
  await fixture.made("operatorSite.remove", removal);
  await carryOut();
  expect(await get(site_id)).toMatchObject({ connected: true, decision: { action: "remove", state: "failed" } });
  await fixture.made("operatorSite.remove", { ...removal, server_gone: true });
  await carryOut();
  expect((await fixture.send("operatorSite.get", { site_id })).status).toBe(404);
});

test("a simulated site is there at once, and has no server to check", async () => {
  const { body } = await fixture.send("operatorSite.create", { ...named(), provider: "simulated" });
  expect(body).toMatchObject({ provider: "simulated", connected: true, closed: false, decision: null });
  const site_id = String(body.site_id);
  expectError(await fixture.send("operatorSite.check", { site_id }), 409, "site_without_server");
});
