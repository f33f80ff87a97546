import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { startWorker } from "../worker-fixture.ts";
import { openShell } from "./cli-fixture.ts";

let api: Api;
let apiUrl: string;
let stopWorker: () => Promise<void>;
const shell = openShell(() => ({
  FULMAR_API_URL: apiUrl,
  FULMAR_TOKEN: api.tenant.token,
  FULMAR_WORKSPACE: api.tenant.workspaceId,
}));
const { fulmar } = shell;
const NOWHERE = { FULMAR_API_URL: "", FULMAR_TOKEN: "", FULMAR_WORKSPACE: "" };
const small = ["--plan", "plan-nano", "--image", "debian-13"];

beforeAll(async () => {
  api = await startApi();
  stopWorker = startWorker(api);
  apiUrl = `http://127.0.0.1:${(await api.listen()).port}/v1`;
  const { code } = await fulmar(["vm", "create", "--name", "web", ...small, "--public-ip", "--wait", "--quiet"]);
  expect(code).toBe(0);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
  shell.remove();
});

describe("a guarded token", () => {
  test("is told the page and the id of what waits for a person", async () => {
    const FULMAR_TOKEN = await api.createToken(api.tenant, { guard: "approve_all" });
    const made = await fulmar(["secret-store", "create", "--name", "held"], { env: { FULMAR_TOKEN } });
    expect(made.code).toBe(3);
    const [, url, id] =
      /A person must approve this first: (http\S+) \((apr_\w+)\)\. Nothing was changed\./.exec(made.stderr) ?? [];
    expect(url).toContain(`/approvals/${id}`);
    const got = await fulmar(["approval", "get", id ?? "", "-o", "json"], { env: { FULMAR_TOKEN } });
    expect(JSON.parse(got.stdout)).toMatchObject({ approval_id: id, status: "pending" });
    expect((await fulmar(["approval", "list"], { env: { FULMAR_TOKEN } })).stdout).toContain(id);
  });

  test("is shown every field of what it asked for, and no secret", async () => {
    const env = { FULMAR_TOKEN: await api.createToken(api.tenant, { guard: "approve_all" }) };
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe ada@example.com";
    const password = "correct horse battery";
    const vm = (await fulmar(["vm", "get", "web", "--quiet"])).stdout.trim();
    const input = JSON.stringify({ ssh_keys: [key], password });
    const path = `/compute/cloud-vms/${vm}/update-access`;
    expect((await fulmar(["api", "POST", path, "--body", "-"], { env, input })).code).toBe(3);
    const id = (await fulmar(["approval", "list", "--quiet"], { env })).stdout.trim();
    for (const format of ["table", "json", "yaml"]) {
      const { stdout } = await fulmar(["approval", "get", id, "-o", format], { env });
      for (const shown of [
        "ssh_keys.0",
        "SHA256:",
        "ada@example.com",
        "password",
        "set",
        "Whoever has one of the keys",
      ])
        expect(stdout).toContain(shown);
      for (const hidden of [password, key]) expect(stdout).not.toContain(hidden);
    }
  });
});

describe("a change", () => {
  test("waits for its operation and shows the steps in plain lines", async () => {
    const { code, stdout, stderr } = await fulmar(["vm", "stop", "web", "--wait", "-o", "json"]);
    expect({ code, status: JSON.parse(stdout).status }).toEqual({ code: 0, status: "stopped" });
    expect(stderr).toMatch(/^[\w-]+ succeeded$/m);
    expect((await fulmar(["vm", "start", "web", "--wait"])).stdout).toMatch(/^status +running$/m);
  });

  test("without --wait answers what was accepted", async () => {
    const { code, stdout } = await fulmar(["vm", "reboot", "web", "--force", "-o", "json"]);
    expect(code).toBe(0);
    const { operation_id } = JSON.parse(stdout);
    expect(Object.keys(JSON.parse(stdout))).toEqual(["operation_id", "vm_id", "status", "submitted_at"]);
    expect((await fulmar(["api", "GET", `/compute/operations/${operation_id}?wait=60`])).stdout).toContain("succeeded");
  });

  test("of a resource without operations waits until it has settled", async () => {
    const args = ["volume", "create", "--name", "data", "--size-gb", "10", "--site", "site-ams-1"];
    const { stdout } = await fulmar([...args, "--wait", "-o", "json"]);
    expect(JSON.parse(stdout).status).toBe("available");
  });

  test("takes its body from the standard input, and flags over it", async () => {
    const { code } = await fulmar(["secret-store", "create", "--name", "app", "-q"]);
    expect(code).toBe(0);
    const input = JSON.stringify({ key: "OTHER", value: "s3cret" });
    const made = await fulmar(["secret", "create", "app", "--key", "DB", "--body", "-", "-o", "json"], { input });
    expect(JSON.parse(made.stdout).key).toBe("DB");
    expect(made.stdout).not.toContain("s3cret");
    expect((await fulmar(["secret", "value", "app", "DB", "-o", "json"])).stdout).toContain("s3cret");
    expect((await fulmar(["secret", "value", "app", "DB", "-o", "raw"])).stdout).toBe("s3cret");
  });
});

describe("an answer is printed", () => {
  test("as the API's record, in JSON and YAML", async () => {
    const { body } = await api.request("GET", "/compute/cloud-vms", { query: { sort: "name" } });
    expect(JSON.parse((await fulmar(["vm", "list", "--sort", "name", "-o", "json"])).stdout)).toEqual(body);
    expect((await fulmar(["vm", "get", "web", "-o", "yaml"])).stdout).toMatch(/^name: web$/m);
  });

  test("as a table, with columns of the user's choice", async () => {
    expect((await fulmar(["vm", "ls", "--search", "web"])).stdout).toMatch(/^ID +NAME +STATUS .*\nvm_\w{26} +web +/);
    expect((await fulmar(["plan", "list", "--columns", "name,cpu", "--limit", "1"])).stdout).toMatch(
      /^NAME +CPU\n.*\n$/,
    );
  });

  test("as names, or as ids alone", async () => {
    expect((await fulmar(["vm", "list", "--search", "web", "-o", "name"])).stdout).toBe("web\n");
    expect((await fulmar(["-q", "vm", "list", "--search", "web"])).stdout).toMatch(/^vm_\w{26}\n$/);
  });

  test("of a list in pages by offset, whole", async () => {
    const names = ["first", "second"];
    for (const name of names)
      expect((await fulmar(["snapshot", "create", "web", "--name", name, "--wait"])).code).toBe(0);
    expect((await fulmar(["snapshot", "list", "web", "-q"])).stdout).toMatch(/^(snap_\w{26}\n){2}$/);
    expect((await fulmar(["snapshot", "list", "web", "-o", "name", "--limit", "1"])).stdout).toBe("second\n");
    expect(JSON.parse((await fulmar(["snapshot", "get", "web", "first", "-o", "json"])).stdout).name).toBe("first");
  });
});

test("--version alone is that of the program", async () => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../../packages/cli/package.json"), "utf8"),
  );
  expect(await fulmar(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("what is deleted is restored by its name", async () => {
  const done = async (...args: string[]) => expect(await fulmar(args)).toMatchObject({ code: 0, stderr: "" });
  await done("secret-store", "create", "--name", "restored");
  await done("secret", "create", "restored", "--key", "KEY", "--value", "v");
  await done("secret", "delete", "restored", "KEY");
  await done("secret", "restore", "restored", "KEY");
  await done("secret-store", "delete", "restored", "--force");
  await done("secret-store", "restore", "restored");
  expect((await fulmar(["secret", "value", "restored", "KEY", "-o", "json"])).stdout).toContain('"value": "v"');
});

describe("a failure has the exit code of its kind", () => {
  test.each<[string, number, string[], Record<string, string>, RegExp]>([
    ["no such command", 2, ["vm", "fly"], {}, /unknown command 'fly'/],
    ["a flag is missing", 2, ["vm", "create", "--name", "x"], {}, /--plan, --image must be given/],
    ["no number", 2, ["vm", "create", "--name", "x", ...small, "--cpu", "two"], {}, /cpu must be a whole number/],
    ["no such choice", 2, ["vm", "list", "--status", "happy"], {}, /status must be one of pending/],
    ["the API refuses a field", 2, ["vm", "create", "--name", "a/b", ...small], {}, /\n {2}name must consist of/],
    ["no token", 2, ["vm", "list"], NOWHERE, /There is no token/],
    ["a context's token for another API", 2, ["vm", "list"], { FULMAR_TOKEN: "" }, /FULMAR_API_URL is set without/],
    ["a wrong token", 3, ["vm", "list"], { FULMAR_TOKEN: "svc_dev_key_wrong" }, /unauthenticated/],
    ["an unknown name", 4, ["vm", "get", "nobody"], {}, /not_found, request /],
    ["an unknown id", 4, ["vm", "get", "vm_00000000000000000000000000"], {}, /not_found, request /],
    ["a conflict", 5, ["vm", "create", "--name", "web", ...small], {}, /name/],
    ["an operation fails", 8, ["vm", "create", "--name", "fail-at-boot-instance", ...small, "--wait"], {}, /as failed/],
    ["no server", 9, ["vm", "list"], { FULMAR_API_URL: "http://127.0.0.1:2/v1" }, /ECONNREFUSED/],
  ])("%s: %i", async (_, code, args, env, sentence) => {
    const outcome = await fulmar(args, { env });
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout: "" });
    expect(outcome.stderr).toMatch(sentence);
    expect(outcome.stderr).not.toMatch(/^ {4}at /m);
  });
});

test("a context has a token that only its file shows", async () => {
  const { token, workspaceId } = api.tenant;
  const create = ["context", "create", "lab", "--api-url", apiUrl, "--workspace", workspaceId];
  expect((await fulmar(create, { env: NOWHERE, input: `${token}\n` })).code).toBe(0);
  expect(statSync(join(shell.home, ".config/fulmar/config.json")).mode & 0o777).toBe(0o600);
  const listed = await fulmar(["context", "list"], { env: NOWHERE });
  expect(listed.stdout).toMatch(/lab +true/);
  expect(listed.stdout + listed.stderr).not.toContain(token);
  expect((await fulmar(["vm", "list", "-o", "name"], { env: NOWHERE })).stdout).toContain("web");
  const wrong = { FULMAR_TOKEN: "wrong", FULMAR_API_URL: "http://127.0.0.1:2/v1" };
  expect((await fulmar(["vm", "list", "--context", "lab"], { env: wrong })).code).toBe(0);
  expect((await fulmar(["vm", "list", "--context", "other"], { env: NOWHERE })).code).toBe(2);
  expect((await fulmar(["context", "delete", "lab"], { env: NOWHERE })).code).toBe(0);
  expect((await fulmar(["vm", "list"], { env: NOWHERE })).code).toBe(2);
});

test("ssh connects to the address of a VM", async () => {
  shell.install("ssh", '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 7\n');
  const { public_ip } = JSON.parse((await fulmar(["vm", "get", "web", "-o", "json"])).stdout);
  const { code, stdout } = await fulmar(["ssh", "web", "--user", "debian", "--", "uptime", "-p"]);
  expect({ code, args: stdout.trim().split("\n") }).toEqual({
    code: 7,
    args: ["-l", "debian", "--", public_ip, "uptime", "-p"],
  });
});

describe("s3 configure", () => {
  test("prints the environment of a new access key", async () => {
    const { code, stdout } = await fulmar(["s3", "configure", "--name", "ci", "--permission", "read"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^export AWS_ACCESS_KEY_ID='FK\w+'\nexport AWS_SECRET_ACCESS_KEY='.+'\nexport AWS_REGION='/);
    expect((await fulmar(["access-key", "list", "--columns", "name,permission"])).stdout).toMatch(/^ci +read$/m);
  });

  test("writes a profile once, and changes none", async () => {
    const first = await fulmar(["s3", "configure", "--profile", "lab"]);
    expect({ code: first.code, stdout: first.stdout }).toEqual({ code: 0, stdout: "" });
    const credentials = join(shell.home, ".aws/credentials");
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
    expect(readFileSync(credentials, "utf8")).toMatch(/^\[lab\]\naws_access_key_id = FK/);
    expect(readFileSync(join(shell.home, ".aws/config"), "utf8")).toMatch(/^\[profile lab\]\nregion = /);
    const keys = (await fulmar(["access-key", "list", "-q"])).stdout;
    expect((await fulmar(["s3", "configure", "--profile", "lab"])).stderr).toContain("choose another name");
    expect((await fulmar(["access-key", "list", "-q"])).stdout).toBe(keys);
  });
});

describe("completion", () => {
  test.each([
    [
      ["vm", "st"],
      ["start", "stop"],
    ],
    [["vm", "stop", "web", "--f"], ["--force"]],
    [["vm", "list", "-o", "j"], ["json"]],
    [["load-balancer-l"], ["load-balancer-listener"]],
  ])("of bash: %j", async (words, expected) => {
    const line =
      `eval "$(fulmar completion bash)"; COMP_WORDS=(fulmar "$@"); COMP_CWORD=$#; _fulmar; printf '%s\\n' ` +
      `"\${COMPREPLY[@]}"`;
    const { stdout } = await shell.run("bash", ["-c", line, "bash", ...words]);
    expect(stdout.trim().split("\n")).toEqual(expected);
  });

  test.each(["zsh", "fish"])("of %s has a script that asks the same", async (name) => {
    expect((await fulmar(["completion", name])).stdout).toContain("fulmar __complete");
  });
});
