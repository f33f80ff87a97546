// What programs use: the SDK and the command line, with an operator token, against the real server.
import { randomUUID } from "node:crypto";
import { createOperatorClient, type OperatorClient } from "@fulmar/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { openShell } from "../cli/cli-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
let operators: OperatorClient;
let baseUrl: string;
const shell = openShell(() => ({
  FULMAR_API_URL: baseUrl,
  FULMAR_OPERATOR_TOKEN: fixture.tokens["operator.write"],
}));
const { fulmar } = shell;

beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
  baseUrl = `http://127.0.0.1:${(await api.listen()).port}/v1`;
  operators = createOperatorClient({ baseUrl, token: fixture.tokens["operator.write"] });
});
afterAll(async () => {
  await api.close();
  shell.remove();
});

test("the SDK lists all pages", async () => {
  const made = [await fixture.organization(), await fixture.organization(), await fixture.organization()];
  const list = await operators.operatorOrganization.list({ limit: 1 }).toArray();
  const found = list.map(({ organization_id }) => organization_id);
  expect(found).toEqual(expect.arrayContaining(made));
  expect(new Set(found).size).toBe(found.length);
});

test("the SDK plans a change, makes it once under its key, and throws what the API refuses", async () => {
  const organization_id = await fixture.organization();
  const input = { organization_id, reason: "The invoice is not paid." };
  const plan = await operators.plan.operatorOrganization.suspend(input);
  expect(plan).toMatchObject({ would_answer: 200, changes: [{ action: "update", id: organization_id }] });
  expect(await operators.operatorOrganization.get({ organization_id })).toMatchObject({ suspended_at: null });

  const payment = { organization_id, amount: "12.50", reference: randomUUID() };
  const key = { idempotencyKey: randomUUID() };
  const first = await operators.operatorOrganization.topUp(payment, key);
  expect(await operators.operatorOrganization.topUp(payment, key)).toEqual(first);

  await expect(operators.operatorOrganization.get({ organization_id: "org_none" })).rejects.toMatchObject({
    status: 404,
    code: "not_found",
  });
  const reading = createOperatorClient({ baseUrl, token: fixture.tokens["operator.read"] });
  await expect(reading.operatorOrganization.suspend(input)).rejects.toMatchObject({
    status: 403,
    code: "scope_missing",
  });
});

test("the command line finds, plans and changes an organization", async () => {
  const organization_id = await fixture.organization();
  const name = `Acme ${randomUUID()}`;
  await api.database.prisma.organization.update({ where: { organization_id }, data: { name } });
  const suspend = ["operator", "organization", "suspend", name, "--reason", "Not paid"];
  const planned = await fulmar([...suspend, "--dry-run"]);
  expect(planned).toMatchObject({ code: 0, stderr: "" });
  expect(planned.stdout).toContain("Nothing has been changed.");
  expect(await fulmar(suspend)).toMatchObject({ code: 0, stderr: "" });
  const list = await fulmar(["operator", "organization", "list", "--suspended", "-o", "json"]);
  expect(JSON.parse(list.stdout)).toContainEqual(
    expect.objectContaining({ organization_id, suspended_reason: "Not paid" }),
  );
  const events = await fulmar(["operator", "event", "list", "--organization", organization_id]);
  expect(events.stdout.split("\n")[1]).toContain("operatorOrganization.suspend");
  const self = await fulmar(["api", "GET", "/operator/self"]);
  expect(JSON.parse(self.stdout)).toMatchObject({ type: "token", role: null });
});

test("the command line takes a context whose token is an operator's, and no token of a tenant", async () => {
  const none = { FULMAR_OPERATOR_TOKEN: "", FULMAR_API_URL: "" };
  const made = await fulmar(["context", "create", "ops", "--api-url", baseUrl], {
    env: none,
    input: fixture.tokens["operator.read"],
  });
  expect(made.code).toBe(0);
  expect((await fulmar(["operator", "list"], { env: none })).code).toBe(0);
  expect(await fulmar(["operator", "list"], { env: { FULMAR_OPERATOR_TOKEN: api.tenant.token } })).toMatchObject({
    code: 3,
    stdout: "",
  });
  const unset = await fulmar(["operator", "list"], {
    env: { FULMAR_OPERATOR_TOKEN: "", FULMAR_TOKEN: api.tenant.token },
  });
  expect(unset.code).toBe(2);
  expect(unset.stderr).toContain("FULMAR_API_URL is set without FULMAR_OPERATOR_TOKEN");
});
