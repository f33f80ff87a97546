// From an empty installation of production to a VM that can be bought, by the API alone (docs/selling.md).
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OperatorOperationId } from "@fulmar/contract";
import { makeOperator, seedPlatform } from "@fulmar/core/operator";
import { createPerson, createTestDatabase, type LxdDouble, startLxdDouble, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";
import { expectError } from "../expect-error.ts";
import { inDays } from "./operator-fixture.ts";

let ground: TestDatabase;
let api: Api;
let tenant: ConsoleFixture;
let server: LxdDouble;
let files: Server;
let token: string;
let operator: string;
const secret = () => randomBytes(32).toString("hex");
const file = Buffer.concat([Buffer.from("hsqs"), Buffer.alloc(4096, 7)]);

beforeAll(async () => {
  ground = await createTestDatabase();
  await seedPlatform(ground.database, { environment: "production" });
  api = await startApi({
    ...{
      DATABASE_URL: ground.url,
      FULMAR_ENVIRONMENT: "production",
      FULMAR_SECRET: secret(),
      FULMAR_MASTER_KEY: secret(),
      FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow",
    },
  });
  server = await startLxdDouble("lxc");
  files = createServer((_, response) => response.end(file));
  await new Promise<void>((listening) => files.listen(0, "127.0.0.1", () => listening()));
  tenant = await ConsoleFixture.open(api);
  const email = `${randomUUID()}@example.com`;
  operator = await createPerson(api.database, { email });
  await api.database.prisma.user.update({ where: { id: operator }, data: { twoFactorEnabled: true } });
  await makeOperator(api.database, { email, role: "operator" });
  const scopes = ["operator.read", "operator.write"];
  const made = await asPerson("operatorToken.create", { name: "set-up", scopes, expires_at: inDays(1) });
  token = String(made.token);
});
afterAll(async () => {
  files.close();
  await server.close();
  await api.close();
  await ground.drop();
});

async function asPerson(id: OperatorOperationId, input: Readonly<Record<string, unknown>>) {
  const credentials = { kind: "session", userId: operator, sessionId: randomUUID() } as const;
  const { value, refusal } = await tenant.call(id, input, { credentials, idempotencyKey: randomUUID() });
  if (refusal !== undefined) throw refusal;
  return value;
}

const send = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
  api.request(method, `/operator${path}`, { token, workspaceId: null, ...(body && { body }) });

async function stepsLeft() {
  const { body } = await send("GET", "/overview");
  return body.set_up as { step: string; ids: string[] }[];
}

test("an operator sets up all that is left by REST, and a customer can create a VM", async () => {
  expect((await stepsLeft()).map(({ step }) => step)).toEqual(["site", "plan", "product_price", "seller"]);
  const trial = { name: "Trial", provider: "simulated" };
  const refused = await send("POST", "/sites", trial);
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field: "provider" }]);

  const site = await send("POST", "/sites", { name: "Berlin", provider: "lxd", endpoint: server.endpoint });
  expect(site.status).toBe(201);
  const site_id = String(site.body.site_id);
  expect((await stepsLeft()).map(({ step }) => step)).toContain("site");
  await api.reconcile("carry-out-site-decisions");
  expect((await stepsLeft()).map(({ step }) => step)).toEqual(["plan", "image", "product_price", "seller"]);
  expect((await send("POST", `/sites/${site_id}/addresses`, { range: "203.0.113.0/28" })).body).toMatchObject({
    addresses: { total: 14 },
  });

  expect((await send("GET", "/catalog")).body.items).toContainEqual(
    expect.objectContaining({ kind: "plan", id: "plan-small", state: "absent" }),
  );
  const rehearsed = await api.request("PUT", "/operator/catalog", {
    ...{ token, workspaceId: null, body: {}, query: { dry_run: "true" } },
  });
  expect(rehearsed.status).toBe(200);
  expect((await stepsLeft()).map(({ step }) => step)).toContain("plan");
  const catalog = await send("PUT", "/catalog", {});
  expect(catalog.status).toBe(200);
  expect(catalog.body.items).toContainEqual({ kind: "plan", id: "plan-small", state: "made", detail: null });
  expect((await send("GET", "/catalog")).body.items).toContainEqual(
    expect.objectContaining({ kind: "plan", id: "plan-small", state: "same" }),
  );

  // A wrong sum brings nothing, and says both.
  const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/debian.squashfs?key=hidden`;
  const image = { template_id: "debian-13", site_id, url, sha256: "00".repeat(32), format: "squashfs" };
  const wrong = await send("POST", "/images/import", image);
  expect(wrong.body).toMatchObject({ action: "import", kind: "image", resource_id: "debian-13", state: "waiting" });
  await api.reconcile("carry-out-site-decisions");
  const ended = await send("GET", `/site-decisions/${wrong.body.decision_id}`);
  expect(ended.body).toMatchObject({ state: "failed", outcome: expect.stringContaining("SHA-256") });
  const sha256 = createHash("sha256").update(file).digest("hex").toUpperCase();
  await send("POST", "/images/import", { ...image, sha256 });
  await api.reconcile("carry-out-site-decisions");
  expect(server.stored.has("images/aliases/debian-13")).toBe(true);
  const { rows } = await api.database.pool.query("SELECT FROM operator_event e WHERE e::text LIKE '%hidden%'");
  expect(rows).toEqual([]);

  await send("PUT", "/seller", {
    ...{ legal_name: "Northern Cloud GmbH", address_lines: ["Am Hafen 1"], postal_code: "10115", city: "Berlin" },
    ...{ country: "DE", vat_number: "DE136695976" },
  });
  const own = { plan_id: "own-1", name: "Own 1", cpu: 1, ram_mb: 1024, disk_gb: 10, site_ids: [site_id] };
  expect((await send("POST", "/plans", { ...own, hourly_price: "0.01" })).status).toBe(201);
  for (const { step, ids } of await stepsLeft()) {
    expect(step).toBe("plan_site");
    for (const id of ids) expect((await send("POST", `/plans/${id}/retire`)).status).toBe(200);
  }
  expect(await stepsLeft()).toEqual([]);

  const vm = { name: "first", plan_id: "own-1", template_id: "debian-13", site_id };
  const created = await api.request("POST", "/compute/cloud-vms", { body: vm });
  expect({ status: created.status, body: created.body }).toMatchObject({ status: 202 });
});
