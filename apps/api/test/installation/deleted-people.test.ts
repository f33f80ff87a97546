// A person whom an operator deletes: what goes with them, what stays, and who cannot be deleted.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const remove = (user_id: string) => fixture.call("operatorPerson.delete", { user_id });
const join = (user_id: string, organization_id: string, role: "owner" | "admin" | "viewer") =>
  api.database.prisma.member.create({ data: { organization_id, user_id, role } });

test("memberships, sessions, tokens and keys of a deleted person end, and what they made and did stays", async () => {
  const { prisma } = api.database;
  const { organizationId: organization_id, workspaceId: workspace_id } = api.tenant;
  const { id: user_id, email } = await fixture.person();
  await join(user_id, organization_id, "admin");
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma.session.create({ data: { id: randomUUID(), userId: user_id, token: randomUUID(), expiresAt } });
  const as = { credentials: fixture.as(user_id) };
  const token = await fixture.tenant.call(
    "apiToken.create",
    {
      workspace_id,
      name: "theirs",
      scopes: ["network.read"],
      workspace_policy: "entire_organization",
      workspace_ids: [],
      expires_at: null,
    },
    as,
  );
  expect(token.refusal).toBeUndefined();
  const vpc = await fixture.tenant.call(
    "vpc.create",
    { workspace_id, name: `vpc-${randomUUID()}`, site_id: "site-ams-1", cidr: "10.77.0.0/16" },
    as,
  );
  expect(vpc.refusal).toBeUndefined();
  const shown = await fixture.made("operatorPerson.get", { user_id });
  expect(shown.memberships).toMatchObject([{ organization_id, role: "admin", api_tokens: 1, access_keys: 0 }]);

  expect((await remove(user_id)).value).toEqual({ user_id });
  expect((await fixture.call("operatorPerson.get", { user_id })).refusal?.status).toBe(404);
  expect((await fixture.tenant.call("vpc.list", { workspace_id }, as)).refusal?.code).toBe("unauthenticated");
  const value = String(token.value?.token);
  expect((await api.request("GET", "/networking/vpcs", { token: value })).status).toBe(401);
  expect(await prisma.session.count({ where: { userId: user_id } })).toBe(0);
  expect((await api.request("GET", `/networking/vpcs/${vpc.value?.vpc_id}`)).status).toBe(200);
  const events = await prisma.auditEvent.findMany({
    where: { organization_id, OR: [{ actor_id: user_id }, { resource_id: user_id }] },
  });
  expect(events.map(({ action, actor_type }) => `${action} ${actor_type}`)).toEqual(
    expect.arrayContaining(["apiToken.create user", "vpc.create user", "member.remove operator"]),
  );
  // The address is free again.
  const again = await prisma.user.create({ data: { id: randomUUID(), name: "Again", email } });
  expect(again.id).not.toBe(user_id);
});

test("the last owner of an organization stays, and the refusal names it", async () => {
  const { id: user_id } = await fixture.person();
  const organization_id = await fixture.organization();
  await join(user_id, organization_id, "owner");
  const others = { organization_id, role: "owner" as const, user_id: { not: user_id } };
  await api.database.prisma.member.deleteMany({ where: others });
  const { refusal } = await remove(user_id);
  expect(refusal).toMatchObject({
    status: 409,
    code: "last_owner",
    blockers: [{ type: "organization", id: organization_id }],
  });
  expect((await fixture.call("operatorPerson.get", { user_id })).refusal).toBeUndefined();
  await join(fixture.stranger, organization_id, "owner");
  expect((await remove(user_id)).refusal).toBeUndefined();
});

test("of two owners that are deleted at once one stays", async () => {
  const organization_id = await fixture.organization();
  const two = [(await fixture.person()).id, (await fixture.person()).id];
  for (const one of two) await join(one, organization_id, "owner");
  const others = { organization_id, role: "owner" as const, user_id: { notIn: two } };
  await api.database.prisma.member.deleteMany({ where: others });
  const codes = (await Promise.all(two.map(remove))).map(({ refusal }) => refusal?.code ?? "deleted");
  expect(codes.toSorted()).toEqual(["deleted", "last_owner"]);
});

test("nobody deletes themself or the last operator", async () => {
  expect((await remove(fixture.operator)).refusal?.code).toBe("own_account");
  const { id, email } = await fixture.person();
  await fixture.made("operator.add", { email, role: "operator" });
  expect((await remove(id)).refusal).toBeUndefined();
  expect((await remove(id)).refusal?.status).toBe(404);
});
