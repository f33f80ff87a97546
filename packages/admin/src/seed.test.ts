import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIdentity } from "@fulmar/core/identity";
import { isFullToken } from "@fulmar/core/operator";
import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ each: true });
const path = () => join(cli().dataDir, "dev-credentials.json");

async function seed(env: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  expect(await cli().answer(["seed"], env)).toEqual({ environment: "development", credentials_file: path() });
  return JSON.parse(readFileSync(path(), "utf8")) as Record<string, string>;
}

async function expectToWork(credentials: Record<string, string>) {
  const { token = "", email = "", password = "", organization_id = "" } = credentials;
  const { database } = cli();
  expect(
    await isFullToken(database, { value: token, organizationId: organization_id, environment: "development" }),
  ).toBe(true);
  const identity = createIdentity(database, {
    secrets: ["s".repeat(32)],
    publicConsoleUrl: "http://127.0.0.1:3000",
    sessionHours: 720,
  });
  expect(await identity.signIn({ email, password }, new Headers())).not.toEqual([]);
}

test("the first seed makes Demo with workspaces 1 and 2, its owner, a token and the credentials file", async () => {
  const credentials = await seed();
  expect(credentials).toEqual({
    api_url: "http://127.0.0.1:4000/v1",
    console_url: "http://127.0.0.1:3000",
    email: "demo@example.com",
    password: expect.stringMatching(/^.{24}$/),
    token: expect.stringMatching(/^svc_dev_key_/),
    workspace_id: "1",
    organization_id: expect.stringMatching(/^org_/),
  });
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  await expectToWork(credentials);
  const { prisma } = cli().database;
  const organization = await prisma.organization.findFirstOrThrow({
    include: { workspaces: { orderBy: { workspace_id: "asc" } }, members: true },
  });
  expect(organization).toMatchObject({
    name: "Demo",
    workspaces: [{ workspace_id: 1n }, { workspace_id: 2n }],
    members: [{ role: "owner" }],
  });
  expect(await prisma.plan.count()).toBeGreaterThan(0);
  expect(await prisma.storageRegion.count()).toBeGreaterThan(0);
});

test("seeding again keeps the credentials and updates the URLs", async () => {
  const before = await seed();
  expect(await seed()).toEqual(before);
  const moved = { api_url: "http://127.0.0.1:4100/v1", console_url: "http://127.0.0.1:3100" };
  expect(await seed({ API_PORT: "4100", CONSOLE_PORT: "3100" })).toEqual({ ...before, ...moved });
  const { workspace_ids } = await cli().answer(["admin", "organization", "create", "--name", "Third"]);
  expect(workspace_ids).toEqual(["3"]);
});

test("a lost credentials file gets a new token and password, and revokes the old token", async () => {
  const before = await seed();
  rmSync(path());
  const after = await seed();
  expect(after).toMatchObject({ email: before.email, organization_id: before.organization_id, workspace_id: "1" });
  expect(after.token).not.toBe(before.token);
  await expectToWork(after);
  await expect(expectToWork(before)).rejects.toThrow();
});

test("an unreadable credentials file is replaced", async () => {
  await seed();
  writeFileSync(path(), '{"token": ');
  await expectToWork(await seed());
});

test("a revoked token is replaced and the password is kept", async () => {
  const before = await seed();
  await cli().database.prisma.apiToken.updateMany({ where: { revoked_at: null }, data: { revoked_at: new Date() } });
  const after = await seed();
  expect(after.password).toBe(before.password);
  await expectToWork(after);
});

test("seeding in production makes the catalog but no organization and no credentials", async () => {
  await seed();
  rmSync(path());
  const organizations = await cli().database.prisma.organization.count();
  const production = {
    FULMAR_ENVIRONMENT: "production",
    FULMAR_SECRET: "s".repeat(32),
    FULMAR_MASTER_KEY: "0".repeat(64),
  };
  expect(await cli().answer(["seed"], production)).toEqual({ environment: "production", credentials_file: null });
  expect(() => statSync(path())).toThrow("ENOENT");
  expect(await cli().database.prisma.organization.count()).toBe(organizations);
});
