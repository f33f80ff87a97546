import { ApiTokenRecord } from "@fulmar/contract";
import { createPerson, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { DomainError } from "../../src/request/domain-error.ts";
import { revokeToken } from "../../src/revoke-token.ts";
import { createToken, type TokenRequest } from "../../src/token/create-token.ts";
import { isTokenValue } from "../../src/token/token-value.ts";
import { performAs } from "../perform-as.ts";

let testDatabase: TestDatabase;
let workspaceId: bigint;
let revokeIn: (organization_id: string, token_id: string) => Promise<unknown>;
let list: (organization_id: string, page?: object) => Promise<{ items: ApiTokenRecord[]; nextCursor: string | null }>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  for (const organization_id of ["org_ours", "org_theirs"])
    await testDatabase.database.prisma.organization.create({ data: { organization_id, name: organization_id } });
  const workspaceOf = async (organization_id: string) =>
    (await testDatabase.database.prisma.workspace.create({ data: { organization_id, name: "one" } })).workspace_id;
  workspaceId = await workspaceOf("org_ours");
  const workspaces: Readonly<Record<string, bigint>> = {
    org_ours: workspaceId,
    org_theirs: await workspaceOf("org_theirs"),
  };
  const person = { name: "Ada", email: "ada@example.com" };
  const user_id = await createPerson(testDatabase.database, person);
  for (const organization_id of ["org_ours", "org_theirs"])
    await testDatabase.database.prisma.member.create({ data: { organization_id, user_id, role: "owner" } });
  const perform = performAs(testDatabase);
  revokeIn = (organization_id, token_id) =>
    perform("apiToken.revoke", { userId: user_id }, { workspace_id: String(workspaces[organization_id]), token_id });
  list = async (organization_id, page = {}) => {
    const input = { workspace_id: String(workspaces[organization_id]), ...page };
    const { value, nextCursor } = await perform("apiToken.list", { userId: user_id }, input);
    return { items: z.array(ApiTokenRecord).parse(value), nextCursor };
  };
});
afterAll(() => testDatabase.drop());

function request(change: Partial<TokenRequest> = {}): TokenRequest {
  return {
    organizationId: "org_ours",
    name: "ci",
    scopes: ["vm.read"],
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    expiresAt: null,
    environment: "development",
    ...change,
  };
}

const fieldsAtFault = (error: DomainError) => error.errors?.map(({ field }) => field);

test("a token is stored as a hash, listed with its prefix and audited", async () => {
  const { tokenId, token } = await createToken(
    testDatabase.database,
    request({ workspacePolicy: "specific_workspaces", workspaceIds: [workspaceId, workspaceId] }),
  );
  expect(isTokenValue(token, "development")).toBe(true);
  const row = await testDatabase.database.prisma.apiToken.findUniqueOrThrow({ where: { token_id: tokenId } });
  expect(Object.values(row)).not.toContain(token);
  const { items } = await list("org_ours", { limit: 10 });
  expect(items).toContainEqual(
    expect.objectContaining({
      token_id: tokenId,
      prefix: row.prefix,
      scopes: ["vm.read"],
      workspace_ids: [String(workspaceId)],
      created_by: null,
      last_used_at: null,
    }),
  );
  expect(token.startsWith(row.prefix)).toBe(true);
  const audit = await testDatabase.database.prisma.auditEvent.findFirstOrThrow({ where: { resource_id: tokenId } });
  expect(audit).toMatchObject({
    action: "apiToken.create",
    actor_type: "operator",
    organization_id: "org_ours",
    workspace_id: null,
  });
});

test.each<[string, Partial<TokenRequest>, string[]]>([
  ["no name", { name: "" }, ["name", "name"]],
  ["no scope", { scopes: [] }, ["scopes"]],
  ["an unknown scope", { scopes: ["vm.everything"] }, ["scopes.0"]],
  ["no workspace for specific_workspaces", { workspacePolicy: "specific_workspaces" }, ["workspace_ids"]],
  [
    "a workspace that does not exist",
    { workspacePolicy: "specific_workspaces", workspaceIds: [999_999n] },
    ["workspace_ids"],
  ],
  ["an expiry in the past", { expiresAt: new Date(0) }, ["expires_at"]],
])("%s is refused with the name of its field", async (_what, change, fields) => {
  const refusal: DomainError = await createToken(testDatabase.database, request(change)).then(
    () => expect.fail("it was created"),
    (error: DomainError) => error,
  );
  expect(refusal.kind).toBe("invalid_request");
  expect(fieldsAtFault(refusal)).toEqual(fields);
});

test("a workspace of another organization is refused like an unknown one", async () => {
  const foreign = await testDatabase.database.prisma.workspace.findFirstOrThrow({
    where: { organization_id: "org_theirs" },
  });
  const attempt = createToken(
    testDatabase.database,
    request({ workspacePolicy: "specific_workspaces", workspaceIds: [foreign.workspace_id] }),
  );
  await expect(attempt).rejects.toMatchObject({ kind: "invalid_request", errors: [{ field: "workspace_ids" }] });
});

test("an unknown organization is not found", async () => {
  await expect(createToken(testDatabase.database, request({ organizationId: "org_none" }))).rejects.toMatchObject({
    kind: "not_found",
  });
});

test("a token is revoked once by two concurrent calls and leaves the list", async () => {
  const { tokenId } = await createToken(testDatabase.database, request());
  const outcomes = await Promise.allSettled([1, 2].map(() => revokeToken(testDatabase.database, { tokenId })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(
    await testDatabase.database.prisma.auditEvent.count({ where: { resource_id: tokenId, action: "apiToken.revoke" } }),
  ).toBe(1);
  const { items } = await list("org_ours");
  expect(items.map(({ token_id }) => token_id)).not.toContain(tokenId);
});

test("a token of another organization is not found", async () => {
  const { tokenId } = await createToken(testDatabase.database, request());
  await expect(revokeIn("org_theirs", tokenId)).rejects.toMatchObject({ kind: "not_found" });
  await expect(revokeIn("org_ours", tokenId)).resolves.toMatchObject({ value: { token_id: tokenId } });
});

test("the list continues where the previous page ended", async () => {
  const made = [];
  for (const name of ["a", "b", "c"])
    made.push((await createToken(testDatabase.database, request({ organizationId: "org_theirs", name }))).tokenId);
  const first = await list("org_theirs", { limit: 2 });
  const second = await list("org_theirs", {
    limit: 2,
    cursor: first.nextCursor ?? expect.fail("there is no next page"),
  });
  expect([...first.items, ...second.items].map(({ token_id }) => token_id)).toEqual(made.reverse());
  expect(second.nextCursor).toBeNull();
});
