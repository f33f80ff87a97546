// A person whom an operator locks out: nothing of theirs is let in from the next request on, and all of it again later.
import { randomUUID } from "node:crypto";
import { createIdentity } from "@fulmar/core/identity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { inDays, OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const REASON = "The account was taken over.";
const lock = (user_id: string) => fixture.call("operatorPerson.lock", { user_id, reason: REASON });
const unlock = (user_id: string) => fixture.call("operatorPerson.unlock", { user_id, reason: "They have it back." });

test("sessions, tokens and requests of a locked person end at once, and tokens work again when they are unlocked", async () => {
  const { tenant } = fixture;
  const { prisma } = api.database;
  const { id: user_id, email } = await fixture.person();
  const { organizationId: organization_id } = api.tenant;
  await prisma.member.create({ data: { organization_id, user_id, role: "admin" } });
  const identity = createIdentity(api.database, {
    ...{ secrets: ["a-secret-of-at-least-32-characters"], publicConsoleUrl: "http://127.0.0.1:3000" },
    ...{ sessionHours: 24 },
  });
  const signIn = () => identity.signIn({ email, password: "a-long-password" }, new Headers());
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma.session.create({ data: { id: randomUUID(), userId: user_id, token: randomUUID(), expiresAt } });
  const token_id = String((await prisma.apiToken.findFirstOrThrow({ where: { prefix: { not: "" } } })).token_id);
  await prisma.apiToken.update({ where: { token_id }, data: { created_by: user_id } });
  const list = () => api.request("GET", "/networking/vpcs");
  const { workspaceId: workspace_id } = api.tenant;
  const asThem = () => tenant.call("vpc.list", { workspace_id }, { credentials: fixture.as(user_id) });
  expect([(await list()).status, (await asThem()).refusal]).toEqual([200, undefined]);

  const { value } = await lock(user_id);
  expect(value).toMatchObject({ locked_reason: REASON, locked_at: expect.any(String), sessions: 0 });
  expect((await list()).status).toBe(401);
  expect((await asThem()).refusal?.code).toBe("unauthenticated");
  await expect(signIn()).rejects.toMatchObject({ code: "account_locked" });
  const event = await prisma.auditEvent.findFirst({ where: { resource_id: user_id, action: "account.lock" } });
  expect(event).toMatchObject({ detail: REASON, actor_type: "operator" });
  expect((await lock(user_id)).refusal?.code).toBe("person_locked");

  expect((await unlock(user_id)).value).toMatchObject({ locked_at: null, locked_reason: null });
  expect([(await list()).status, (await asThem()).refusal]).toEqual([200, undefined]);
  expect((await unlock(user_id)).refusal?.code).toBe("person_not_locked");
  expect((await signIn()).body).toEqual({ second_step: false });
});

test("nobody locks themself or the last operator, and an operator who is locked is none", async () => {
  expect((await lock(fixture.operator)).refusal?.code).toBe("own_account");
  const { id, email } = await fixture.person();
  await fixture.made("operator.add", { email, role: "operator" });
  const input = { name: "program", scopes: ["operator.read"], expires_at: inDays(1) };
  const { value } = await fixture.call("operatorToken.create", input, fixture.as(id));
  const token = String(value?.token);
  expect((await fixture.send("operator.self", {}, { token })).status).toBe(200);
  expect((await lock(id)).refusal).toBeUndefined();
  expect((await fixture.send("operator.self", {}, { token })).status).toBe(401);
  expect((await fixture.call("operator.self", {}, fixture.as(id))).refusal?.code).toBe("unauthenticated");
  const removal = await fixture.call("operator.remove", { user_id: fixture.operator });
  expect(removal.refusal?.code).toBe("last_operator");
});
