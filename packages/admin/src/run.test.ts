// State that calls in one process must not share, and their manners at a terminal.
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();
const other = cliFixture();

const create = (name: string) => ["admin", "organization", "create", "--name", name];

async function organizationsOf({ database }: ReturnType<typeof cli>): Promise<string[]> {
  return (await database.prisma.organization.findMany({ orderBy: { name: "asc" } })).map(({ name }) => name);
}

test("calls at the same time have their own environment, options and output", async () => {
  const [here, there] = await Promise.all([
    cli().fulmar([...create("Here"), "--json"]),
    other().fulmar(create("There")),
  ]);
  expect(here).toEqual({ code: 0, stdout: expect.stringMatching(/^\{"organization_id":.*\}\n$/), stderr: "" });
  expect(there).toEqual({ code: 0, stdout: expect.stringMatching(/^organization_id {2}org_\w+\n/), stderr: "" });
  expect([await organizationsOf(cli()), await organizationsOf(other())]).toEqual([["Here"], ["There"]]);
});

test("a call has nothing of the one before, and nothing of the environment of its process", async () => {
  vi.stubEnv("API_PORT", "many");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await cli().fulmar(["admin", "quota", "default-list", "--json"])).toMatchObject({ code: 0, stderr: "" });
  const { stdout } = await cli().fulmar(["admin", "quota", "default-list"]);
  expect(stdout).toMatch(/^quotas\n/);
});

test.each([
  ["the answer", "release\n", { code: 0, said: "", storeId: null }],
  ["something else", "yes\n", { code: 1, said: "The answer does not match: nothing was done.\n", storeId: "store_1" }],
])("at a terminal a command asks, and %s decides", async (_, typed, { code, said, storeId }) => {
  const { pool } = cli().database;
  await pool.query("DELETE FROM object_store");
  await pool.query("INSERT INTO object_store (store_id, host, folder) VALUES ('store_1', 'here', '/objects')");
  const input = Object.assign(Readable.from([typed]), { isTTY: true });
  const outcome = await cli().fulmar(["admin", "object-store", "release"], {}, { input });
  expect(outcome.code).toBe(code);
  expect(outcome.stderr).toMatch(/^Objects whose files .*\nType release to continue: /);
  expect(outcome.stderr.endsWith(`continue: ${said}`)).toBe(true);
  expect((await pool.query("SELECT store_id FROM object_store")).rows).toEqual([{ store_id: storeId }]);
});
