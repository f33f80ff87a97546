import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ each: true });
const CELL = { FULMAR_CELL: "eu2" };

test("admin cell begin gives a new cell ids of its own, and its tokens name it", async () => {
  expect(await cli().answer(["admin", "cell", "begin", "--number", "2"], CELL)).toEqual({
    cell: "eu2",
    first_workspace_id: "2000000001",
  });
  const made = await cli().answer(["admin", "organization", "create", "--name", "Second"], CELL);
  expect(made.workspace_ids).toEqual(["2000000001"]);
  const organization = ["--organization", String(made.organization_id)];
  const all = ["--scopes", "all", "--workspaces", "all"];
  const token = await cli().answer(["admin", "token", "create", ...organization, "--name", "ci", ...all], CELL);
  expect(token.token).toMatch(/^svc_dev_key_eu2_/);
  const overlap = ["--token-id", String(token.token_id), "--overlap", "1h"];
  expect((await cli().answer(["admin", "token", "rotate", ...overlap], CELL)).token).toMatch(/^svc_dev_key_eu2_/);
  const { rows } = await cli().database.pool.query("SELECT nextval('event_number')::text AS event");
  expect(BigInt(rows[0].event)).toBeGreaterThanOrEqual(2_000_000_001n);
});

test("admin cell begin refuses a cell that has workspaces, and what is no number", async () => {
  const begin = (number: string) => cli().fulmar(["admin", "cell", "begin", "--number", number], CELL);
  await cli().answer(["admin", "organization", "create", "--name", "First"], CELL);
  expect(await begin("3")).toMatchObject({ code: 1, stderr: expect.stringContaining("This cell has workspaces") });
  for (const number of ["0", "10000", "x"])
    expect(await begin(number)).toMatchObject({ code: 1, stderr: expect.stringContaining("from 1 to 9999") });
});
