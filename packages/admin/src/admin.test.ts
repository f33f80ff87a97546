import { randomBytes, randomUUID } from "node:crypto";
import { ALL_SCOPES } from "@fulmar/contract";
import { createUserWithPassword } from "@fulmar/core/identity";
import { isFullToken } from "@fulmar/core/operator";
import { describe, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();
/** Nobody makes a user here but one test. */
const empty = cliFixture();

async function newOrganization(): Promise<{ organization: string; workspace: string }> {
  const { organization_id, workspace_ids } = await cli().answer(["admin", "organization", "create", "--name", "Acme"]);
  return { organization: String(organization_id), workspace: String((workspace_ids as string[])[0]) };
}

test("admin organization create makes a workspace, an empty wallet and an audit event", async () => {
  const answer = await cli().answer(["admin", "organization", "create", "--name", "Acme Ltd."]);
  expect(answer).toEqual({
    organization_id: expect.stringMatching(/^org_[0-9a-z]{26}$/),
    workspace_ids: [expect.stringMatching(/^[1-9]\d*$/)],
  });
  const organization_id = String(answer.organization_id);
  const { prisma } = cli().database;
  expect(
    await prisma.organization.findUnique({ where: { organization_id }, include: { wallet: true, workspaces: true } }),
  ).toMatchObject({
    name: "Acme Ltd.",
    wallet: { currency: "USD", suspended_at: null },
    workspaces: [{ name: "Default" }],
  });
  expect((await prisma.wallet.findUnique({ where: { organization_id } }))?.balance.toString()).toBe("0");
  expect(await prisma.auditEvent.findMany({ where: { organization_id } })).toMatchObject([
    { action: "organization.create", actor_type: "operator", resource_id: organization_id, workspace_id: null },
  ]);
});

test("admin token list shows the tokens of one organization that are not revoked", async () => {
  const { organization, workspace } = await newOrganization();
  const create = (name: string, scopes: string, workspaces: string) =>
    cli().answer([
      ...["admin", "token", "create", "--organization", organization, "--name", name],
      ...["--scopes", scopes, "--workspaces", workspaces],
    ]);
  const revoked = await create("old", "all", "all");
  await cli().answer(["admin", "token", "revoke", "--token-id", String(revoked.token_id)]);
  const all = await create("deploy", "all", "all");
  const reader = await create("reader", "vm.read", workspace);
  const none = { created_by: null, created_at: expect.any(String), expires_at: null, last_used_at: null };
  const prefix = expect.stringMatching(/^svc_dev_key_/);
  expect(await cli().answer(["admin", "token", "list", "--organization", organization])).toEqual({
    organization_id: organization,
    tokens: [
      { token_id: reader.token_id, name: "reader", prefix, scopes: "vm.read", workspace_ids: workspace, ...none },
      { token_id: all.token_id, name: "deploy", prefix, scopes: "all", workspace_ids: "all", ...none },
    ],
    next_cursor: null,
  });
  const { code, stderr } = await cli().fulmar(["admin", "token", "list", "--organization", "org_none"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("no such organization")]);
});

test("admin workspace create makes a workspace and an audit event", async () => {
  const { organization } = await newOrganization();
  const answer = await cli().answer([
    "admin",
    "workspace",
    "create",
    "--organization",
    organization,
    "--name",
    "Second",
  ]);
  expect(answer).toEqual({ workspace_id: expect.stringMatching(/^[1-9]\d*$/) });
  const workspace_id = BigInt(String(answer.workspace_id));
  const { prisma } = cli().database;
  expect(await prisma.workspace.findUnique({ where: { workspace_id } })).toMatchObject({
    organization_id: organization,
    name: "Second",
  });
  expect(await prisma.auditEvent.findMany({ where: { workspace_id } })).toMatchObject([
    { action: "workspace.create", resource_id: String(workspace_id) },
  ]);
});

describe("admin token create", () => {
  test("makes a token with every scope for the entire organization", async () => {
    const { organization } = await newOrganization();
    const answer = await cli().answer([
      "admin",
      "token",
      "create",
      "--organization",
      organization,
      "--name",
      "all",
      "--scopes",
      "all",
      "--workspaces",
      "all",
    ]);
    expect(answer).toEqual({ token_id: expect.stringMatching(/^tok_/), token: expect.stringMatching(/^svc_dev_key_/) });
    const value = String(answer.token);
    expect(await isFullToken(cli().database, { value, organizationId: organization, environment: "development" })).toBe(
      true,
    );
  });

  test("limits a token to scopes, workspaces and a lifetime", async () => {
    const { organization, workspace } = await newOrganization();
    const name = ["admin", "token", "create", "--organization", organization, "--name", "ci"];
    const { token_id } = await cli().answer([
      ...name,
      "--scopes",
      "vm.read,vm.write",
      "--workspaces",
      workspace,
      "--expires-in",
      "3600",
    ]);
    const row = await cli().database.prisma.apiToken.findUniqueOrThrow({ where: { token_id: String(token_id) } });
    expect(row).toMatchObject({
      scopes: ["vm.read", "vm.write"],
      workspace_policy: "specific_workspaces",
      workspace_ids: [BigInt(workspace)],
      created_by: null,
    });
    expect(Number(row.expires_at) - Number(row.created_at)).toBeGreaterThan(3_500_000);
    expect(Number(row.expires_at) - Number(row.created_at)).toBeLessThanOrEqual(3_600_000);
  });

  test("limits a token to IP ranges and refuses a malformed range", async () => {
    const { organization } = await newOrganization();
    const name = [
      "admin",
      "token",
      "create",
      "--organization",
      organization,
      "--name",
      "office",
      "--scopes",
      "vm.read",
      "--workspaces",
      "all",
    ];
    const { token_id } = await cli().answer([...name, "--allowed-ranges", "203.0.113.7, 2001:DB8::/32"]);
    const row = await cli().database.prisma.apiToken.findUniqueOrThrow({ where: { token_id: String(token_id) } });
    expect(row.allowed_ip_ranges).toEqual(["203.0.113.7/32", "2001:db8::/32"]);
    const wrong = await cli().fulmar([...name, "--allowed-ranges", "203.0.113.7/24"]);
    expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain("host bits are zero");
  });

  test("uses the production prefix in production", async () => {
    const production = {
      FULMAR_ENVIRONMENT: "production",
      FULMAR_SECRET: randomBytes(32).toString("hex"),
      FULMAR_MASTER_KEY: randomBytes(32).toString("hex"),
    };
    const { organization } = await newOrganization();
    const args = [
      "admin",
      "token",
      "create",
      "--organization",
      organization,
      "--name",
      "p",
      "--scopes",
      ALL_SCOPES.join(","),
      "--workspaces",
      "all",
    ];
    expect((await cli().answer(args, production)).token).toMatch(/^svc_prod_key_/);
  });
});

test("admin token rotate issues another value and keeps the old one for the overlap", async () => {
  const { organization } = await newOrganization();
  const create = [
    "admin",
    "token",
    "create",
    "--organization",
    organization,
    "--name",
    "r",
    "--scopes",
    "vm.read",
    "--workspaces",
    "all",
  ];
  const { token_id, token } = await cli().answer(create);
  const rotate = ["admin", "token", "rotate", "--token-id", String(token_id), "--overlap"];
  const answer = await cli().answer([...rotate, "24h"]);
  expect(answer).toEqual({
    token_id,
    token: expect.stringMatching(/^svc_dev_key_/),
    old_until: expect.stringMatching(/Z$/),
  });
  expect(answer.token).not.toBe(token);
  const row = await cli().database.prisma.apiToken.findUniqueOrThrow({ where: { token_id: String(token_id) } });
  expect([row.prefix, row.old_prefix]).toEqual([String(answer.token).slice(0, 18), String(token).slice(0, 18)]);
  expect(Number(row.old_until) - Number(row.rotated_at)).toBe(86_400_000);
  expect((await cli().fulmar([...rotate, "2h"])).stderr).toContain("--overlap must be one of now, 1h, 24h, 7d.");
});

test("admin token revoke works once and is refused the second time", async () => {
  const { organization } = await newOrganization();
  const { token_id } = await cli().answer([
    "admin",
    "token",
    "create",
    "--organization",
    organization,
    "--name",
    "t",
    "--scopes",
    "all",
    "--workspaces",
    "all",
  ]);
  const revoke = ["admin", "token", "revoke", "--token-id", String(token_id)];
  expect(await cli().answer(revoke)).toEqual({ token_id, revoked: true });
  const again = await cli().fulmar(revoke);
  expect([again.code, again.stdout]).toEqual([1, ""]);
  expect(again.stderr).toContain("There is no such token, or it was revoked");
});

test("admin wallet set takes exact amounts, including debt, and prints them", async () => {
  const { organization } = await newOrganization();
  const set = (balance: string, credit: string) => [
    "admin",
    "wallet",
    "set",
    "--organization",
    organization,
    "--balance",
    balance,
    "--credit-limit",
    credit,
  ];
  expect(await cli().answer(set("100.50", "0"))).toEqual({
    organization_id: organization,
    balance: "100.5",
    credit_limit: "0",
    currency: "USD",
  });
  expect(await cli().answer(set("-12.00000001", "9999999999.99999999"))).toMatchObject({
    balance: "-12.00000001",
    credit_limit: "9999999999.99999999",
  });
  const { stdout } = await cli().fulmar(set("7", "3"));
  expect(stdout).toBe(
    `organization_id  ${organization}\nbalance          7\ncredit_limit     3\ncurrency         USD\n`,
  );
  const events = await cli().database.prisma.auditEvent.findMany({
    where: { organization_id: organization, action: "wallet.set" },
  });
  expect(events).toHaveLength(3);
});

test("admin setup-token makes a token, and admin user password-link a link for an existing account", async () => {
  expect(await empty().answer(["admin", "setup-token"])).toEqual({
    ...{ url: "http://127.0.0.1:3000/welcome", valid_hours: "24" },
    setup_token: expect.stringMatching(/^[\w-]{32}$/),
  });
  const person = { name: "Ada", email: "ada@example.com", password: "correct-battery-staple-7" };
  await empty().database.transaction((transaction) => createUserWithPassword(transaction, person));
  expect(await empty().answer(["admin", "user", "password-link", "--email", "Ada@example.com"])).toEqual({
    ...{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/new-password#[\w-]{43}$/), valid_minutes: "30" },
  });
});

test("admin organization list shows all, or those of a name or of a member's address", async () => {
  const { organization_id, workspace_ids } = await cli().answer([
    "admin",
    "organization",
    "create",
    "--name",
    "Zeta-1",
  ]);
  const email = "zoe@zeta.example";
  const userId = await createUserWithPassword(cli().database, { email, name: "Zoe", password: randomUUID() });
  await cli().database.prisma.member.create({
    data: { organization_id: String(organization_id), user_id: userId, role: "owner" },
  });
  const zeta = {
    ...{ organization_id, name: "Zeta-1", balance: "0", credit_limit: "0", currency: "USD", suspended_at: null },
    ...{ workspace_ids: (workspace_ids as string[]).join(","), owners: email, created_at: expect.any(String) },
  };
  const list = (...options: string[]) => cli().answer(["admin", "organization", "list", ...options]);
  expect((await list()).organizations).toContainEqual(zeta);
  for (const search of ["zeta-1", "@ZETA"])
    expect(await list("--search", search)).toEqual({ organizations: [zeta], next_cursor: null });
  expect(await list("--search", "nobody")).toEqual({ organizations: [], next_cursor: null });
  expect((await cli().fulmar(["admin", "organization", "list", "--cursor", "x"])).stderr).toContain("cursor");
});
