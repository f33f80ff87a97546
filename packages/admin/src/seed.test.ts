import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIdentity } from "@fulmar/core/identity";
import { isFullToken } from "@fulmar/core/operator";
import { describe, expect, test } from "vitest";
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

test("the first seed makes Demo with workspaces 1 and 2, its owner, who is an operator, a token and the credentials file", async () => {
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
  expect(await prisma.operator.findMany({ select: { role: true } })).toEqual([{ role: "operator" }]);
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

describe("seeding in production", () => {
  const production = {
    FULMAR_ENVIRONMENT: "production",
    FULMAR_SECRET: randomBytes(32).toString("hex"),
    FULMAR_MASTER_KEY: randomBytes(32).toString("hex"),
  };
  const seedProduction = async () =>
    expect(await cli().answer(["seed"], production)).toEqual({ environment: "production", credentials_file: null });

  /** The sites where the catalog's plans and images are offered, each once. */
  async function offeredAt(): Promise<string[]> {
    const { prisma } = cli().database;
    const offers = [...(await prisma.plan.findMany()), ...(await prisma.image.findMany())];
    expect(offers.length).toBeGreaterThan(15);
    return [...new Set(offers.flatMap(({ site_ids }) => site_ids))].toSorted((one, other) => one.localeCompare(other));
  }

  test("makes plans, images and regions, but no site, no organization and no credentials", async () => {
    await seedProduction();
    const { prisma } = cli().database;
    expect(await prisma.site.count()).toBe(0);
    expect(await offeredAt()).toEqual([]);
    expect(await prisma.storageRegion.findMany({ select: { site_id: true } })).toEqual([
      { site_id: null },
      { site_id: null },
    ]);
    expect(await prisma.publicAddress.count()).toBe(0);
    expect(await prisma.organization.count()).toBe(0);
    expect(() => statSync(path())).toThrow("ENOENT");
  });

  test("closes the simulated sites of an earlier version, and development opens them again", async () => {
    await seed();
    const organizations = await cli().database.prisma.organization.count();
    await seedProduction();
    await seedProduction();
    const { prisma } = cli().database;
    const closed = () => prisma.site.findMany({ where: { closed_at: { not: null } }, select: { site_id: true } });
    expect(await closed()).toEqual([{ site_id: "site-ams-1" }, { site_id: "site-fra-1" }]);
    // VMs that are there change their plan and their image.
    expect(await offeredAt()).toEqual(["site-ams-1", "site-fra-1"]);
    expect(await prisma.organization.count()).toBe(organizations);
    await seed();
    expect(await closed()).toEqual([]);
  });

  test("keeps what an operator has asked for by name", async () => {
    await seedProduction();
    const trial = ["admin", "site", "add", "--name", "Trial", "--provider", "simulated"];
    const { site_id } = await cli().answer(trial, production);
    await seedProduction();
    expect(await offeredAt()).toEqual([site_id]);
    expect(await cli().database.prisma.site.findFirst()).toMatchObject({
      provider: `simulated:${site_id}`,
      closed_at: null,
    });
  });
});
