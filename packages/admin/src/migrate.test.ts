import { openDatabase } from "@fulmar/prisma";
import { processUrl, serverUrl } from "@fulmar/testkit";
import { afterAll, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();
const name = `fulmar_migrated_${process.pid}`;
const urlAs = (user: string) => {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  if (user !== "") Object.assign(url, { username: user, password: "of-the-test" });
  return url.href;
};
const env = {
  FULMAR_OWNER_URL: urlAs(""),
  DATABASE_URL: urlAs(`${name}_api`),
  FULMAR_WORKER_URL: urlAs(`${name}_background`),
};

afterAll(async () => {
  const { pool } = cli().database;
  await pool.query(`DROP DATABASE ${name}`);
  await pool.query(`DROP ROLE ${name}_api, ${name}_background`);
});

test("migrate makes the database, its logins and the starter catalog of development, and changes nothing the second time", async () => {
  const { migrations } = await cli().answer(["migrate"], env);
  expect((migrations as string[]).length).toBeGreaterThan(50);
  expect(await cli().answer(["migrate"], env)).toEqual({ migrations: [] });
  const served = openDatabase(env.DATABASE_URL, { max: 1 });
  expect((await served.pool.query("SELECT FROM plan")).rowCount).toBeGreaterThan(0);
  await expect(served.pool.query("DELETE FROM plan")).rejects.toThrow("permission denied");
  await served.close();
});

test("migrate with a login that may not make others says so in a sentence", async () => {
  const wrong = { FULMAR_OWNER_URL: processUrl(cli().databaseUrl, "fulmar_request") };
  const { code, stderr } = await cli().fulmar(["migrate"], wrong);
  expect([code, stderr]).toEqual([1, expect.stringContaining("set FULMAR_OWNER_URL to the owner's URL")]);
});
