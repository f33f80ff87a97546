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

  /** What is offered: plans, images and prices, whole. */
  async function offer() {
    const { prisma } = cli().database;
    return {
      plans: await prisma.plan.findMany({ orderBy: { plan_id: "asc" } }),
      // The image of adopted machines comes with the tables, and is offered to nobody.
      images: await prisma.image.findMany({ where: { position: { gt: 0 } }, orderBy: { template_id: "asc" } }),
      prices: await prisma.price.findMany({ orderBy: [{ sku_code: "asc" }, { valid_from: "asc" }] }),
    };
  }

  test("makes products and regions, but no plan, image, price, site, organization and credentials", async () => {
    await seedProduction();
    const { prisma } = cli().database;
    expect(await prisma.site.count()).toBe(0);
    expect(await offer()).toEqual({ plans: [], images: [], prices: [] });
    expect(await prisma.sku.count()).toBe(await prisma.sku.count({ where: { hourly_price: null } }));
    expect(await prisma.sku.count()).toBeGreaterThan(10);
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
    const before = await offer();
    expect(before.plans.length).toBeGreaterThan(5);
    await seedProduction();
    await seedProduction();
    const { prisma } = cli().database;
    const closed = () => prisma.site.findMany({ where: { closed_at: { not: null } }, select: { site_id: true } });
    expect(await closed()).toEqual([{ site_id: "site-ams-1" }, { site_id: "site-fra-1" }]);
    // What an earlier version made is in use, so it stays until the operator retires it.
    expect(await offer()).toEqual(before);
    expect(await prisma.organization.count()).toBe(organizations);
    await seed();
    expect(await closed()).toEqual([]);
  });

  test("keeps what an operator has asked for by name, and a simulated site only so", async () => {
    await seedProduction();
    await cli().answer(["admin", "catalog", "import"], production);
    const trial = ["admin", "site", "add", "--name", "Trial", "--provider", "simulated"];
    const { code, stderr } = await cli().fulmar(trial, production);
    expect([code, stderr]).toEqual([1, expect.stringContaining("add --simulated if you mean that")]);
    expect(await cli().database.prisma.site.count()).toBe(0);
    const { site_id } = await cli().answer([...trial, "--simulated"], production);
    const before = await offer();
    await seedProduction();
    expect(await offer()).toEqual(before);
    const offers = [...before.plans, ...before.images];
    expect([...new Set(offers.flatMap(({ site_ids }) => site_ids))]).toEqual([site_id]);
    expect(await cli().database.prisma.site.findFirst()).toMatchObject({
      provider: `simulated:${site_id}`,
      closed_at: null,
    });
  });
});
