// Edges as their agents see the API: enrollment, the stream of documents, reports. Load balancers are made by REST and
// applied by the worker's reconcilers.

import { removeEdge, renewEdgeToken } from "@fulmar/core/operator";
import { BalancerDocument } from "@fulmar/edge-protocol";
import { selfSignedCertificate } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { AMSTERDAM, FRANKFURT, networkingFixture, uniqueName } from "../networking/networking-fixture.ts";
import { documentsOf, edgeFixture, readyOf } from "./edge-fixture.ts";

const network = networkingFixture();
const own = selfSignedCertificate("www.example.com");

const { agent, follow, send } = edgeFixture(() => network.api);

const create = async (configuration: object = {}, site = AMSTERDAM) =>
  (await network.post("/load-balancers", { name: uniqueName("lb"), site_id: site, configuration })).body;
const balancer = async (id: string) => (await network.get(`/load-balancers/${id}`)).body;
const redirecting = (port: number) => ({
  listeners: [{ name: "web", protocol: "http", port, rules: [{ redirect: { https: true } }] }],
});

test("a token enrolls one agent, once", async () => {
  const { token } = await agent();
  const again = await send("/edge/v1/enrollment", { token, hostname: "front-2" });
  expect(again).toMatchObject({ status: 401, body: { code: "wrong_edge_token" } });
  const bad = await send("/edge/v1/enrollment", { token: 7, hostname: "x" });
  expect(bad).toMatchObject({ status: 400, body: { errors: [{ field: "token" }] } });
});

test("a new token replaces the credential only when it is used", async () => {
  const { edgeId, credential, report } = await agent();
  const { token } = await renewEdgeToken(network.api.database, edgeId);
  expect((await report({})).status).toBe(204);
  await send("/edge/v1/enrollment", { token, hostname: "front-3" });
  expect((await report({})).status).toBe(401);
  expect((await follow(credential)).status).toBe(401);
});

test.each([
  ["no credential", undefined],
  ["a wrong credential", `fec_${"x".repeat(43)}`],
])("401 with %s, for stream and report", async (_, credential = "") => {
  expect((await follow(credential)).status).toBe(401);
  expect((await send("/edge/v1/reports", {}, credential)).status).toBe(401);
});

test("a load balancer is applied when its edge says so, and its health is what the edge sees", async () => {
  const { credential, report } = await agent();
  const stream = await follow(credential);
  await stream.until("ready");
  const vpc_id = await network.vpc("10.9.0.0/16");
  const subnet = await network.post(`/networking/vpcs/${vpc_id}/subnets`, { name: "inner", cidr: "10.9.0.0/24" });
  const { body: lb } = await network.post("/load-balancers", {
    ...{ name: uniqueName("lb"), site_id: AMSTERDAM, vpc_id, subnet_id: subnet.body.subnet_id },
    configuration: {
      pools: [{ name: "web", protocol: "http", targets: [{ ip: "10.9.0.9", port: 8080 }] }],
      listeners: [{ name: "http", protocol: "http", port: 80, default_pool: "web" }],
    },
  });
  await report({});
  const applying = network.api.reconcile("apply-load-balancers");
  const lines = await stream.until("ready");
  const [line] = documentsOf(lines);
  expect(line).toMatchObject({ kind: "load_balancer", id: lb.load_balancer_id });
  const document = BalancerDocument.parse(line?.body);
  expect(document).toMatchObject({ name: lb.name, publicIp: lb.public_ip, listeners: [{ port: 80 }] });
  expect((await balancer(lb.load_balancer_id)).status).toBe("provisioning");
  const targetId = document.pools[0]?.targets[0]?.targetId;
  const seen = { targetId, status: "offline", reason: "The connection was refused." };
  const health = [{ loadBalancerId: lb.load_balancer_id, targets: [seen] }];
  await report({ applied: readyOf(lines).sequence, health });
  await applying;
  expect(await balancer(lb.load_balancer_id)).toMatchObject({ status: "active", pending_changes: false });
  await network.api.reconcile("check-load-balancer-targets");
  const { body } = await network.get(`/load-balancers/${lb.load_balancer_id}/health`);
  expect(body.pools[0].targets[0]).toMatchObject({ status: "offline", reason: "The connection was refused." });
});

test("a load balancer that an edge cannot apply shows the edge's reason", async () => {
  const { credential, report } = await agent();
  const stream = await follow(credential);
  await stream.until("ready");
  await report({});
  const lb = await create(redirecting(80));
  const applying = network.api.reconcile("apply-load-balancers");
  const lines = await stream.until("ready");
  const [{ id, revision } = { id: "", revision: 0 }] = documentsOf(lines);
  const message = "The address 203.0.113.9 is not on this host.";
  await report({ applied: readyOf(lines).sequence, failures: [{ kind: "load_balancer", id, revision, message }] });
  await applying;
  expect(await balancer(lb.load_balancer_id)).toMatchObject({ status: "error", error_message: message });
});

test("an edge tells which certificates it serves, of its own site alone, and all of them anew", async () => {
  const { name, report } = await agent();
  const [mine, other] = [await create(redirecting(80)), await create(redirecting(80), FRANKFURT)];
  await network.api.reconcile("apply-load-balancers");
  const of = (id: string, domain: string, more: object = {}) => ({
    ...{ kind: "load_balancer", id, name: domain, fingerprint: "ab".repeat(32), issuer: "R11" },
    ...{ expiresAt: "2030-01-02T03:04:05.000Z", ...more },
  });
  const own = (domain: string, more?: object) => of(mine.load_balancer_id, domain, more);
  const told = async () => {
    const { rows } = await network.api.database.pool.query(
      `SELECT c.name, c.fingerprint, c.expires_at FROM edge_certificate c JOIN edge e USING (edge_id)
        WHERE e.name = $1 ORDER BY c.name`,
      [name],
    );
    return rows.map((row) => `${row.name} ${row.fingerprint.slice(0, 2)} ${row.expires_at.toISOString().slice(0, 10)}`);
  };
  const strange = [of(other.load_balancer_id, "c.example.com"), own("d.example.com", { kind: "certificate" })];
  const twice = own("a.example.com", { fingerprint: "cd".repeat(32), expiresAt: "2029-01-01T00:00:00Z" });
  const all = [own("a.example.com"), twice, own("b.example.com"), ...strange];
  expect((await report({ certificates: all })).status).toBe(204);
  expect(await told()).toEqual(["a.example.com cd 2029-01-01", "b.example.com ab 2030-01-02"]);
  for (const unchanged of [{}, { certificates: null }]) await report(unchanged);
  expect(await told()).toHaveLength(2);
  await report({ certificates: [own("b.example.com", { fingerprint: "ef".repeat(32) })] });
  expect(await told()).toEqual(["b.example.com ef 2030-01-02"]);
  for (const bad of [{ fingerprint: "AB" }, { expiresAt: "soon" }, { kind: "distribution" }])
    expect((await report({ certificates: [own("b.example.com", bad)] })).status).toBe(400);
  expect(await told()).toEqual(["b.example.com ef 2030-01-02"]);
  await report({ certificates: [] });
  expect(await told()).toEqual([]);
});

test("metrics have per edge whether it is connected, how far behind it is, and its failures", async () => {
  const { name, credential, report } = await agent();
  const stream = await follow(credential);
  await stream.until("ready");
  await create(redirecting(80));
  await network.api.reconcile("apply-load-balancers");
  const [{ id, revision } = { id: "", revision: 0 }] = documentsOf(await stream.until("ready"));
  await report({ failures: [{ kind: "load_balancer", id, revision, message: "no" }] });
  const labels = `{edge="${name}",site="${AMSTERDAM}"}`;
  const text = await network.api.metrics.text();
  expect(text).toContain(`fulmar_edge_connected${labels} 1`);
  expect(text).toMatch(new RegExp(`fulmar_edge_documents_behind\\${labels} [1-9]`));
  expect(text).toContain(`fulmar_edge_failed_documents${labels} 1`);
});

test("a load balancer waits for an edge to be connected, and says so", async () => {
  await agent();
  const lb = await create(redirecting(80));
  await network.api.reconcile("apply-load-balancers");
  const { status, error_message } = await balancer(lb.load_balancer_id);
  expect({ status, error_message }).toEqual({
    status: "error",
    error_message: "No edge is connected that serves it; the change is applied as soon as one is.",
  });
});

test("the stream has the documents of its own site alone", async () => {
  const here = await agent();
  const there = await agent({ site: FRANKFURT });
  const lb = await create(redirecting(80), FRANKFURT);
  await network.api.reconcile("apply-load-balancers");
  const ids = async (credential: string) =>
    documentsOf(await (await follow(credential)).until("ready")).map(({ id }) => id);
  expect(await ids(there.credential)).toContain(lb.load_balancer_id);
  expect(await ids(here.credential)).not.toContain(lb.load_balancer_id);
  const health = [{ loadBalancerId: lb.load_balancer_id, targets: [] }];
  await here.report({
    health,
    failures: [{ kind: "load_balancer", id: lb.load_balancer_id, revision: 1, message: "x" }],
  });
  const told = await network.api.database.pool.query(
    `SELECT load_balancer_id AS id FROM edge_health WHERE load_balancer_id = $1 UNION ALL
       SELECT id FROM edge_failure WHERE id = $1`,
    [lb.load_balancer_id],
  );
  expect(told.rows).toEqual([]);
});

test("a stream goes on after its cursor, and begins anew after a cursor that it does not know", async () => {
  const { credential } = await agent();
  const first = await create(redirecting(80));
  await network.api.reconcile("apply-load-balancers");
  const { cursor } = readyOf(await (await follow(credential)).until("ready"));
  const second = await create(redirecting(80));
  await network.api.reconcile("apply-load-balancers");
  const lines = await (await follow(credential, cursor)).until("ready");
  expect(documentsOf(lines).map(({ id }) => id)).toEqual([second.load_balancer_id]);
  for (const unknown of [cursor.replace(/^\d/, "x"), "nonsense", "5"]) {
    const all = await (await follow(credential, unknown)).until("ready");
    expect(all[0]).toEqual({ type: "reset" });
    expect(documentsOf(all).map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.load_balancer_id, second.load_balancer_id]),
    );
  }
});

test("a deleted load balancer leaves its edges", async () => {
  const { credential, report } = await agent();
  const stream = await follow(credential);
  await stream.until("ready");
  const lb = await create(redirecting(80));
  await network.api.reconcile("apply-load-balancers");
  await stream.until("ready");
  await network.remove(`/load-balancers/${lb.load_balancer_id}`);
  await network.api.reconcile("reconcile-load-balancers");
  const [gone] = documentsOf(await stream.until("ready"));
  expect(gone).toMatchObject({ id: lb.load_balancer_id, body: null });
  expect((await report({})).status).toBe(204);
});

test("a removed edge's stream ends, and its reports are refused", async () => {
  const { edgeId, credential, report } = await agent();
  const stream = await follow(credential);
  await stream.until("ready");
  await removeEdge(network.api.database, edgeId);
  await stream.ended();
  expect((await report({})).status).toBe(401);
});

test("a fenced site's edges are sent nothing, so that they go on serving what they have", async () => {
  const { credential } = await agent();
  const stream = await follow(credential);
  await stream.until("ready");
  const { pool } = network.api.database;
  // Claims the site for this installation, unless another test has.
  await network.api.reconcile("guard-sites");
  const fence = (reason: string | null) =>
    pool.query(
      `UPDATE site_fence SET reason = $1, detail = $1, fenced_at = CASE WHEN $1::text IS NOT NULL THEN now() END
         WHERE provider = 'simulated'`,
      [reason],
    );
  expect((await fence("database_behind")).rowCount).toBe(1);
  try {
    const fresh = await follow(credential);
    // A ping ends each look.
    expect(await fresh.until("ping")).toEqual([]);
    await fence(null);
    expect((await fresh.until("ready"))[0]).toEqual({ type: "reset" });
  } finally {
    await fence(null);
  }
});

test("private keys are sealed in the database", async () => {
  await agent();
  const { id: store_id } = (await network.post("/secret-store/stores", { name: uniqueName("store") })).body;
  const secret = { key: "certificate", value: own.certificatePem + own.privateKeyPem };
  const { id: secret_id } = (await network.post(`/secret-store/stores/${store_id}/secrets`, secret)).body;
  const certificate = { store_id, secret_id };
  const rules = [{ redirect: { https: true } }];
  const lb = await create({ listeners: [{ name: "tls", protocol: "https", port: 443, certificate, rules }] });
  await network.api.reconcile("apply-load-balancers");
  const { rows } = await network.api.database.pool.query("SELECT body_sealed FROM edge_document WHERE id = $1", [
    lb.load_balancer_id,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0].body_sealed.includes("PRIVATE KEY")).toBe(false);
});
