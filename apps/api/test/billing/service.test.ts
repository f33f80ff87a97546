import { resumeWallet, setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { type Answerer, json, startAdmissionService, text } from "./admission-service.ts";

let service: Awaited<ReturnType<typeof startAdmissionService>>;
let api: Api;
/** Another process with a short timeout for the service. The default is long enough for a busy machine. */
let hasty: Api;
let vms = 0;

beforeAll(async () => {
  service = await startAdmissionService();
  api = await startApi({ FULMAR_BILLING_URL: service.url, FULMAR_BILLING_TIMEOUT_MS: "30000" });
  hasty = await startApi({
    DATABASE_URL: api.databaseUrl,
    FULMAR_BILLING_URL: service.url,
    FULMAR_BILLING_TIMEOUT_MS: "200",
  });
});
afterAll(async () => {
  await hasty.close();
  await api.close();
  await service.close();
});
beforeEach(() => service.behave(json(200, { allowed: true })));

const create = (key?: string, process = api) =>
  process.request("POST", "/compute/cloud-vms", {
    body: { name: `vm-${++vms}`, plan_id: "plan-nano", template_id: "debian-13" },
    ...(key !== undefined && { key }),
  });
const ask = async (process = api) =>
  (await process.request("POST", "/billing/resource-eligibility", { body: { sku_code: "vm.nano" } })).body;

/** The log's warning about a request, for the operator. */
const warningOf = (requestId: string, process: Api) =>
  process
    .log()
    .split("\n")
    .filter((line) => line.includes(requestId) && line.includes('"err"'))
    .map((line) => JSON.parse(line))[0];

test("the service is asked instead of the wallet, with organization, workspace, SKU and quantity", async () => {
  await setWallet(api.database, { organizationId: api.tenant.organizationId, balance: "0", creditLimit: "0" });
  expect((await create()).status).toBe(202);
  const body = {
    organization_id: api.tenant.organizationId,
    workspace_id: api.tenant.workspaceId,
    sku_code: "vm.nano",
    quantity: 1,
  };
  expect(service.asked).toEqual([{ method: "POST", type: "application/json", body }]);
});

test("a suspension by metering is ignored; a suspension by an operator denies with account_suspended", async () => {
  const suspend = (suspended_by: string) =>
    api.database.prisma.wallet.update({
      where: { organization_id: api.tenant.organizationId },
      data: { suspended_at: new Date(), suspended_by, suspended_reason: "x" },
    });
  await suspend("metering");
  expect((await create()).status).toBe(202);
  await suspend("operator");
  expect((await create()).body).toMatchObject({ code: "account_suspended" });
  await resumeWallet(api.database, { organizationId: api.tenant.organizationId });
});

test("resource-eligibility asks the service too", async () => {
  expect(await ask()).toMatchObject({ allowed: true, reason: "ok", hourly_price: "0.007", currency: "USD" });
  service.behave(json(200, { allowed: false, reason: "quota_exceeded" }));
  expect(await ask()).toMatchObject({ allowed: false, reason: "quota_exceeded" });
});

test("402 with the service's reason, or insufficient_funds when it gives none", async () => {
  service.behave(json(200, { allowed: false, reason: "account_suspended" }));
  expect((await create()).body).toMatchObject({ code: "account_suspended" });
  service.behave(json(200, { allowed: false }));
  expect((await create()).body).toMatchObject({ code: "insufficient_funds" });
});

test("an unknown SKU is denied without asking the service", async () => {
  const { body } = await api.request("POST", "/billing/resource-eligibility", { body: { sku_code: "vm.unheard-of" } });
  expect(body).toMatchObject({ allowed: false, reason: "unknown_sku" });
  expect(service.asked).toEqual([]);
});

describe("402 billing_unavailable without creating anything, then 202 once the service answers again: the service", () => {
  const endless: Record<string, Answerer> = {
    "never answers": () => undefined,
    "stops in the middle of its answer": (_request, response) =>
      void response.writeHead(200, { "content-length": "40" }).write('{"allowed":'),
    "drips without end": (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    },
  };
  const failures: Record<string, Answerer> = {
    "hangs up": (request) => void request.socket.destroy(),
    "answers 500 with a yes": json(500, { allowed: true }),
    "answers 201 with a yes": json(201, { allowed: true }),
    "redirects to a yes": (request, response) =>
      request.url === "/decide"
        ? response.writeHead(307, { location: "/yes" }).end()
        : json(200, { allowed: true })(request, response, ""),
    "answers nothing": text(200, ""),
    "answers no JSON": text(200, "<html>allowed</html>"),
    "answers JSON and more": text(200, '{"allowed":true} ok'),
    "answers bytes that are no UTF-8": text(200, Buffer.from([0x7b, 0xff, 0x7d])),
    "answers too much": text(200, JSON.stringify({ allowed: true, note: "x".repeat(64 * 1024) })),
    "answers text for a boolean": json(200, { allowed: "true" }),
    "answers a number for a boolean": json(200, { allowed: 1 }),
    "answers without allowed": json(200, { reason: "ok" }),
    "answers a list": json(200, [{ allowed: true }]),
    "answers null": json(200, null),
    "answers a bare yes": json(200, true),
    "gives an unknown reason": json(200, { allowed: true, reason: "because" }),
    "answers about another product": json(200, { allowed: true, sku_code: "vm.small" }),
    "answers about another quantity": json(200, { allowed: true, quantity: 2 }),
    "answers another organization": json(200, { allowed: true, organization_id: "org_other" }),
    "contradicts itself": json(200, { allowed: true, reason: "insufficient_funds" }),
    "contradicts itself the other way": json(200, { allowed: false, reason: "ok" }),
  };

  async function expectDenied(process: Api) {
    const denied = await create("same-key", process);
    expect(denied.status).toBe(402);
    expect(denied.body).toMatchObject({
      code: "billing_unavailable",
      detail: expect.stringContaining("nothing was created"),
    });
    expect(warningOf(denied.body.request_id, process)).toMatchObject({
      level: 40,
      err: { message: expect.any(String) },
    });
    expect(await ask(process)).toMatchObject({ allowed: false, reason: "billing_unavailable", hourly_price: "0.007" });
    expect(await api.database.prisma.vm.count({ where: { name: `vm-${vms}` } })).toBe(0);
    expect(await api.database.prisma.idempotencyKey.count({ where: { key: "same-key" } })).toBe(0);
    service.behave(json(200, { allowed: true }));
  }

  test.each(Object.entries(endless))("%s", async (_, answer) => {
    service.behave(answer);
    await expectDenied(hasty);
    await expect.poll(async () => (await create(undefined, hasty)).status).toBe(202);
  });

  test.each(Object.entries(failures))("%s", async (_, answer) => {
    service.behave(answer);
    await expectDenied(api);
    expect((await create()).status).toBe(202);
  });

  test("the first success after six failures admits all requests again", async () => {
    service.behave(json(500, {}));
    for (let failure = 0; failure < 6; failure++) expect((await create()).status).toBe(402);
    service.behave(json(200, { allowed: true }));
    expect((await create()).status).toBe(202);
    expect((await Promise.all(Array.from({ length: 5 }, () => create()))).map((answer) => answer.status)).toEqual([
      202, 202, 202, 202, 202,
    ]);
  });
});

test("202 when the service's answer repeats the question and has extra fields", async () => {
  service.behave((request, response, body) =>
    json(200, { ...JSON.parse(body), allowed: true, note: "fine" })(request, response, body),
  );
  expect((await create()).status).toBe(202);
});

test("at most eight requests wait for a hanging service; others get 402 at once, and free requests succeed", async () => {
  const hanging: (() => void)[] = [];
  const eight = Promise.withResolvers<undefined>();
  service.behave((request, response, body) => {
    hanging.push(() => json(200, { allowed: true })(request, response, body));
    if (hanging.length === 8) eight.resolve(undefined);
  });
  const slow = await startApi({
    DATABASE_URL: api.databaseUrl,
    FULMAR_BILLING_URL: service.url,
    FULMAR_BILLING_TIMEOUT_MS: "30000",
  });
  const body = (index: number) => ({ name: `crowd-${index}`, plan_id: "plan-nano", template_id: "debian-13" });
  const outcomes: number[] = [];
  const denied = Promise.withResolvers<undefined>();
  const crowd = Array.from({ length: 60 }, async (_, index) => {
    const { status, body: answer } = await slow.request("POST", "/compute/cloud-vms", { body: body(index) });
    outcomes.push(status);
    if (status === 402) expect(answer.code).toBe("billing_unavailable");
    if (outcomes.length === 52) denied.resolve(undefined);
  });
  await Promise.all([eight.promise, denied.promise]);
  expect(outcomes).toEqual(Array.from({ length: 52 }, () => 402));
  expect((await slow.request("GET", "/compute/cloud-vms")).status).toBe(200);
  const group = (index: number) =>
    slow.request("POST", "/networking/firewall-groups", { body: { name: `fw-${index}`, is_default: false } });
  const changes = await Promise.all(Array.from({ length: 30 }, (_, index) => group(index)));
  expect(changes.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 201));
  for (const answer of hanging) answer();
  await Promise.all(crowd);
  expect(outcomes.filter((status) => status === 202)).toHaveLength(8);
  expect(await slow.database.prisma.vm.count({ where: { name: { startsWith: "crowd-" } } })).toBe(8);
  await slow.close();
});

test("402 billing_unavailable when the service cannot be reached", async () => {
  const dead = await startAdmissionService();
  await dead.close();
  const other = await startApi({ FULMAR_BILLING_URL: dead.url });
  const answer = await other.request("POST", "/compute/cloud-vms", {
    body: { name: "vm", plan_id: "plan-nano", template_id: "debian-13" },
  });
  expect([answer.status, answer.body.code]).toEqual([402, "billing_unavailable"]);
  expect(await other.database.prisma.vm.count()).toBe(0);
  await other.close();
});
