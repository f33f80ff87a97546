// Denied attempts are in the audit trail too (docs/adr/0009).
import { setWallet } from "@fulmar/core/operator";
import { recordStatements } from "@fulmar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";

let api: Api;
let tenant: Tenant;
beforeEach(async () => {
  api = await startApi();
  tenant = await api.createTenant();
});
afterEach(() => api.close());

async function failures(): Promise<
  { action: string; result: number; resource_id: string | null; request_id: string; actor_type: string }[]
> {
  const query = { result: "failure" };
  return (await api.request("GET", "/audit-events", { query, token: tenant.token, workspaceId: tenant.workspaceId }))
    .body;
}
const as = (requestId: string, token = tenant.token) => ({
  token,
  workspaceId: tenant.workspaceId,
  headers: { "x-request-id": requestId },
});
const group = (name: string) => ({ body: { name, is_default: true } });

test("changes refused with 403 or 409 are recorded with their actor, action and status", async () => {
  const reader = await api.createToken(tenant, { scopes: ["network.read"] });
  const byScope = await api.request("POST", "/networking/firewall-groups", {
    ...group("denied"),
    ...as("denied-by-scope", reader),
  });
  const made = await api.request("POST", "/networking/firewall-groups", { ...group("made"), ...as("made-at-once") });
  const byState = await api.request("POST", "/networking/firewall-groups", {
    ...group("made"),
    ...as("denied-by-state"),
  });
  expect([byScope.status, made.status, byState.status]).toEqual([403, 201, 409]);
  expect(await failures()).toEqual([
    expect.objectContaining({
      action: "firewallGroup.create",
      result: 409,
      request_id: "denied-by-state",
      actor_type: "token",
      resource_id: null,
    }),
    expect.objectContaining({
      action: "firewallGroup.create",
      result: 403,
      request_id: "denied-by-scope",
      actor_type: "token",
      resource_id: null,
    }),
  ]);
});

test("a purchase refused with 402 is recorded", async () => {
  const before = await failures();
  const poor = await api.createTenant();
  await setWallet(api.database, { organizationId: poor.organizationId, balance: "0", creditLimit: "0" });
  const body = { name: "too-dear", region: "eu-central-1" };
  const { status } = await api.request("POST", "/object-storage/buckets", {
    body,
    token: poor.token,
    workspaceId: poor.workspaceId,
  });
  expect(status).toBe(402);
  const { body: events } = await api.request("GET", "/audit-events", {
    token: poor.token,
    workspaceId: poor.workspaceId,
  });
  expect(events).toEqual([expect.objectContaining({ action: "bucket.create", result: 402 })]);
  expect(await failures()).toEqual(before);
});

test("changes refused with 400 or 404 and refused reads are not recorded", async () => {
  const before = await failures();
  const writer = await api.createToken(tenant, { scopes: ["network.write"] });
  const answers = [
    await api.request("POST", "/networking/firewall-groups", { body: { name: "" }, ...as("malformed") }),
    await api.request("DELETE", "/networking/vpcs/vpc_none", as("not-there")),
    await api.request("GET", "/networking/firewall-groups", as("not-read", writer)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 404, 403]);
  expect(await failures()).toEqual(before);
});

test("recording a refusal takes exactly one statement, sent after the rollback", async () => {
  const send = (requestId: string) =>
    api.request("POST", "/networking/firewall-groups", { ...group("made"), ...as(requestId) });
  expect((await send("made-at-once")).status).toBe(201);
  const record = recordStatements(api.served);
  const { result, statements } = await record(() => send("counted"));
  expect(result.status).toBe(409);
  expect(statements.filter(({ name }) => name === "refusal_record")).toHaveLength(1);
  expect(statements.at(-1)?.name).toBe("refusal_record");
});
