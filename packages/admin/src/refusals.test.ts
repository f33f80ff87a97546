import { describe, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();

async function expectRefusal(
  args: readonly string[],
  sentence: string | RegExp,
  env: Readonly<Record<string, string>> = {},
) {
  const { code, stdout, stderr } = await cli().fulmar(args, env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

const organization = "org_none";
const token = ["admin", "token", "create", "--organization", organization, "--name", "t"];
const wallet = ["admin", "wallet", "set", "--organization", organization];

describe("a malformed command line is refused", () => {
  test.each([
    ["no command", [], "Name a command"],
    ["an unknown command", ["admin", "organization", "destroy"], 'There is no command "admin organization destroy"'],
    ["half a command", ["admin", "token"], 'There is no command "admin token"'],
    ["an unknown option", ["admin", "organization", "create", "--nmae", "x"], "has no option --nmae"],
    ["a missing option", ["admin", "organization", "create", "--json"], "The option --name NAME is missing."],
    ["an option without its value", ["admin", "organization", "create", "--name"], "The option --name needs a value."],
    [
      "a value without quotes",
      ["admin", "organization", "create", "--name", "Two", "words"],
      '"words" belongs to no option',
    ],
    [
      "a name that is not allowed",
      ["admin", "organization", "create", "--name", "a/b"],
      "name must consist of letters",
    ],
    ["an unknown scope", [...token, "--scopes", "vm.read,vm.fly", "--workspaces", "all"], '"vm.fly" is not a scope'],
    ["no scope", [...token, "--scopes", "", "--workspaces", "all"], '"" is not a scope'],
    [
      "a workspace id that is not a number",
      [...token, "--scopes", "all", "--workspaces", "1,two"],
      '"two" is not a workspace id',
    ],
    ["workspace id 0", [...token, "--scopes", "all", "--workspaces", "0"], '"0" is not a workspace id'],
    [
      "an expiry in words",
      [...token, "--scopes", "all", "--workspaces", "all", "--expires-in", "soon"],
      "--expires-in must be a whole number",
    ],
    [
      "an expiry in the past",
      [...token, "--scopes", "all", "--workspaces", "all", "--expires-in", "-1"],
      "--expires-in must be a whole number",
    ],
    ["a malformed balance", [...wallet, "--balance", "1e3", "--credit-limit", "0"], "balance must be a decimal"],
    [
      "too many decimal places",
      [...wallet, "--balance", "1.123456789", "--credit-limit", "0"],
      "balance must be a decimal",
    ],
    ["a decimal comma", [...wallet, "--balance", "1,5", "--credit-limit", "0"], "balance must be a decimal"],
    [
      "a negative credit limit",
      [...wallet, "--balance", "0", "--credit-limit", "-1"],
      "credit_limit must be a decimal",
    ],
  ])("%s", (_, args, sentence) => expectRefusal(args, sentence));
});

describe("a missing or conflicting resource is refused", () => {
  test.each([
    ["workspace create", ["admin", "workspace", "create", "--organization", organization, "--name", "w"]],
    ["token create", [...token, "--scopes", "all", "--workspaces", "all"]],
    ["wallet set", [...wallet, "--balance", "1", "--credit-limit", "0"]],
  ])("%s for an unknown organization", (_, args) => expectRefusal(args, "There is no such organization"));

  test("a token for a workspace of another organization", async () => {
    const ours = await cli().answer(["admin", "organization", "create", "--name", "Ours"]);
    const theirs = await cli().answer(["admin", "organization", "create", "--name", "Theirs"]);
    const foreign = String((theirs.workspace_ids as string[])[0]);
    const args = [
      "admin",
      "token",
      "create",
      "--organization",
      String(ours.organization_id),
      "--name",
      "t",
      "--scopes",
      "all",
      "--workspaces",
      foreign,
    ];
    await expectRefusal(args, "workspace_ids must be workspaces of this organization");
  });

  test("a second workspace with the same name", async () => {
    const { organization_id } = await cli().answer(["admin", "organization", "create", "--name", "Twice"]);
    await expectRefusal(
      ["admin", "workspace", "create", "--organization", String(organization_id), "--name", "Default"],
      "another workspace of this name",
    );
  });
});

describe("an unusable installation is reported in one line", () => {
  const args = ["admin", "organization", "create", "--name", "x", "--json"];
  const secret = "not-for-the-eyes";

  test("the database server does not answer", () =>
    expectRefusal(args, /The database cannot be used \(ECONNREFUSED/, {
      DATABASE_URL: `postgresql://u:${secret}@127.0.0.1:1/x`,
    }));
  test("the database does not exist", () => {
    const url = new URL(String(cli().database.pool.options.connectionString));
    url.pathname = "/fulmar_test_absent";
    return expectRefusal(args, /The database cannot be used \(3D000/, { DATABASE_URL: url.href });
  });
  test("DATABASE_URL is not set", () => expectRefusal(args, "DATABASE_URL must be set", { DATABASE_URL: "" }));
  test("another variable is malformed", () =>
    expectRefusal(args, "API_PORT must be a port number", { API_PORT: "many" }));
});

describe("--help", () => {
  test("lists every command", async () => {
    const { code, stdout, stderr } = await cli().fulmar(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of ["organization create", "workspace create", "token create", "token revoke", "wallet set"])
      expect(stdout).toContain(`admin ${name} --`);
  });

  test("explains one command", async () => {
    const { stdout } = await cli().fulmar(["admin", "token", "create", "--help"]);
    expect(stdout).toContain("[--expires-in SECONDS]");
    expect(stdout).not.toContain("wallet");
  });
});
