// Regions of object storage that operators add, check and remove by the API. A worker asks their servers.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

const SECRET_KEY = "wJalrXUtnFEMI-of-the-gateway";

let api: Api;
let fixture: OperatorFixture;
const servers: Server[] = [];
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await api.close();
});

/** A server that answers each path. @returns its endpoint and what it was asked */
async function gateway(answer: (path: string) => { status?: number; location?: string; body: unknown }) {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    asked.push(path);
    const { status = 200, location, body } = answer(path);
    response.writeHead(status, location === undefined ? {} : { location });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  servers.push(server);
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** One that does what a Ceph RADOS Gateway with these users does. */
const ceph = (users: readonly string[] = []) =>
  gateway((path) => {
    if (path === "/admin/metadata/user") return { body: { keys: users, truncated: "false" } };
    return { body: path === "/admin/usage" ? { entries: [] } : "<ListAllMyBucketsResult/>" };
  });

const wanted = (endpoint_url = "http://127.0.0.1:1") => {
  const region = `r-${randomUUID()}`;
  return { region, name: region, endpoint_url, access_key: "AK", secret_key: SECRET_KEY };
};
const create = (more: object = {}) => fixture.send("operatorRegion.create", { ...wanted(), ...more });
const get = async (region: string) => (await fixture.send("operatorRegion.get", { region })).body;
const check = () => api.reconcile("check-regions");
const offered = async () =>
  (await api.request("GET", "/object-storage/regions")).body.map(({ region }: { region: string }) => region);
const createBucket = (region: string) =>
  api.request("POST", "/object-storage/buckets", { body: { name: `b-${randomUUID()}`, region } });

test("a region is offered once a worker has connected it, and never shows its secret", async () => {
  const { endpoint, asked } = await ceph();
  const { status, body, text } = await create(wanted(endpoint));
  expect(status).toBe(201);
  const region = String(body.region);
  expect(body).toMatchObject({
    ...{ state: "waiting", checking: true, seen: "No worker has asked its server yet.", checked_at: null },
    ...{ endpoint_url: endpoint, admin_url: endpoint, access_key: "AK", site_id: null, buckets: 0, unsupported: [] },
  });
  expect(asked).toEqual([]);
  expect(await offered()).not.toContain(region);
  expectError(await createBucket(region), 400, "invalid_request");

  await check();
  const connected = await get(region);
  expect(connected).toMatchObject({
    ...{ state: "connected", checking: false, server: "Ceph RADOS Gateway", unknown_users: [] },
    seen: "Ceph RADOS Gateway answers and takes the key.",
  });
  expect(connected.unsupported).toContain("bucket_policies");
  expect(await offered()).toContain(region);

  const { rows } = await api.database.pool.query<{ text: string }>(
    `SELECT e::text AS text FROM operator_event e UNION ALL SELECT k::text FROM user_idempotency_key k
      UNION ALL SELECT c::text FROM storage_connection c`,
  );
  for (const shown of [text, JSON.stringify(connected), ...rows.map((row) => row.text)])
    expect(shown).not.toContain(SECRET_KEY);
});

test.each([
  ["does not answer", async () => "http://127.0.0.1:1", /does not answer right now/],
  [
    "refuses the key",
    async () =>
      (await gateway(() => ({ status: 403, body: "<Error><Code>InvalidAccessKeyId</Code></Error>" }))).endpoint,
    /does not accept our credentials.*403 InvalidAccessKeyId/,
  ],
  ["is no gateway", async () => (await gateway(() => ({ body: "Welcome!" }))).endpoint, /answer of another form/],
])("a server that %s is told in a sentence, and the region waits", async (_, at, sentence) => {
  const { body } = await create(wanted(await at()));
  await check();
  const seen = await get(body.region);
  expect(seen).toMatchObject({ state: "waiting", checking: false, seen: expect.stringMatching(sentence) });
  expect(await offered()).not.toContain(body.region);
});

test("a redirect is not followed", async () => {
  const inside = await ceph();
  const outside = await gateway(() => ({ status: 302, location: inside.endpoint, body: "" }));
  const { body } = await create(wanted(outside.endpoint));
  await check();
  expect(await get(body.region)).toMatchObject({ state: "waiting", seen: expect.stringContaining("answered 302") });
  expect(inside.asked).toEqual([]);
});

test("a check tells users that the database does not know, and a server that is away since", async () => {
  const users: string[] = ["somebody"];
  const { endpoint } = await ceph(users);
  const { body } = await create(wanted(endpoint));
  const region = String(body.region);
  await check();
  const { user_prefix } = await api.database.prisma.storageConnection.findUniqueOrThrow({ where: { region } });
  users.push(`${user_prefix}ws-77`);
  const asked = await fixture.send("operatorRegion.check", { region });
  expect(asked).toMatchObject({ status: 200, body: { checking: true, state: "connected" } });
  await check();
  expect(await get(region)).toMatchObject({
    ...{ checking: false, unknown_users: [`${user_prefix}ws-77`] },
    seen: "Ceph RADOS Gateway answers and takes the key. The database does not know a user there.",
  });

  await api.database.prisma.storageRegion.update({ where: { region }, data: { endpoint_url: "http://127.0.0.1:1" } });
  await fixture.made("operatorRegion.check", { region });
  await check();
  expect(await get(region)).toMatchObject({ state: "away", seen: expect.stringContaining("does not answer") });
  // Customers keep it: what waits is applied when the server is back.
  expect(await offered()).toContain(region);
});

test("the installation's own store has no server to check", async () => {
  expectError(await fixture.send("operatorRegion.check", { region: "eu-west-1" }), 409, "region_without_server");
  expect(await get("eu-west-1")).toMatchObject({ backend: "embedded", state: "connected", endpoint_url: null });
});

test("a region with buckets stays, and the refusal names them; one without is removed with its key", async () => {
  const { body } = await create();
  const region = String(body.region);
  const { name } = (await createBucket("eu-central-1")).body;
  await api.database.pool.query("UPDATE bucket SET region = $1, backend = 'rgw' WHERE name = $2", [region, name]);
  const removal = { region, reason: "Its gateway is replaced." };
  const refused = await fixture.send("operatorRegion.remove", removal);
  expectError(refused, 409, "region_in_use");
  expect(refused.body.blockers).toEqual([{ type: "bucket", id: name, name }]);
  expect(refused.body.detail).toContain(name);
  await api.database.pool.query("UPDATE bucket SET region = 'eu-central-1', backend = 'embedded' WHERE name = $1", [
    name,
  ]);
  const planned = await fixture.send("operatorRegion.remove", removal, { query: { dry_run: "true" } });
  expect(planned.body.changes).toMatchObject([{ action: "delete", resource_type: "operator_region", id: region }]);
  expect((await fixture.send("operatorRegion.remove", removal)).body).toEqual({ region });
  expect((await fixture.send("operatorRegion.get", { region })).status).toBe(404);
  expect(await api.database.prisma.storageConnection.findUnique({ where: { region } })).toBeNull();
});

test("users of workspaces that are left at the server keep the region", async () => {
  const { body } = await create();
  const region = String(body.region);
  await api.database.pool.query(
    `INSERT INTO storage_owner (region, workspace_id, access_key_id, secret_sealed, applied_revision)
     VALUES ($1, $2, 'A', ''::bytea, 1)`,
    [region, api.tenant.workspaceId],
  );
  const refused = await fixture.send("operatorRegion.remove", { region, reason: "It is replaced." });
  expectError(refused, 409, "region_in_use");
  expect(refused.body.detail).toContain("users of workspaces");
});

test("an id and a name are taken once", async () => {
  const one = wanted();
  await fixture.made("operatorRegion.create", one);
  expectError(await create({ region: one.region }), 409, "name_taken");
  expectError(await create({ name: one.name }), 409, "name_taken");
});

test.each([
  ["  HTTPS://S3.Example:443/ ", "https://s3.example"],
  ["http://[FD00::0001]:8080", "http://[fd00::1]:8080"],
  ["http://127.1", "http://127.0.0.1"],
])("the endpoint %j is kept as %s", async (endpoint_url, kept) => {
  expect((await create({ endpoint_url, admin_url: endpoint_url })).body).toMatchObject({
    ...{ endpoint_url: kept, admin_url: kept },
  });
});

test.each([
  [{ endpoint_url: "ftp://s3.example" }, "endpoint_url"],
  [{ endpoint_url: "https://user:secret@s3.example" }, "endpoint_url"],
  [{ endpoint_url: "https://s3.example/path" }, "endpoint_url"],
  [{ endpoint_url: "https://s3.example/?a" }, "endpoint_url"],
  [{ admin_url: "s3.example" }, "admin_url"],
  [{ region: "Eu-North" }, "region"],
  [{ region: "-a" }, "region"],
  [{ region: " eu" }, "region"],
  [{ name: "North " }, "name"],
  [{ backend: "embedded" }, "backend"],
  [{ access_key: "A K" }, "access_key"],
  [{ secret_key: "a\nb" }, "secret_key"],
  [{ site_id: "site-none" }, "site_id"],
])("%j is refused by its field", async (more, field) => {
  const refused = await create(more);
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field }]);
});
