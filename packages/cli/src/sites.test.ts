import { describe, expect, test } from "vitest";
import { cliForTests } from "./test-cli.ts";

const cli = cliForTests();
const add = ["admin", "site", "add", "--name", "Own", "--provider", "lxd"];

async function expectRefusal(args: readonly string[], sentence: string | RegExp) {
  const { code, stdout, stderr } = await cli().fulmar(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

describe("a site that cannot be", () => {
  test.each([
    ["another kind of server", ["admin", "site", "add", "--name", "Own", "--provider", "xen", "--endpoint", "unix:///x"], "provider must be lxd"],
    ["an endpoint of another kind", [...add, "--endpoint", "http://x"], "endpoint must begin with unix:/// or https://"],
    ["https without a certificate", [...add, "--endpoint", "https://127.0.0.1:1"], "client_cert is needed for an https endpoint"],
    ["a certificate without its key", [...add, "--endpoint", "unix:///x", "--client-cert", "/dev/null"], "client_cert and client_key come together"],
    ["a file that is not there", [...add, "--endpoint", "unix:///x", "--server-cert", "/nowhere/x.pem"], "no such file"],
    ["a kind of VM that there is not", [...add, "--endpoint", "unix:///x", "--instance-type", "jail"], "instance_type must be container or virtual-machine"],
    ["nobody there", [...add, "--endpoint", "unix:///nowhere/unix.socket"], "The site did not answer"],
  ])("%s", (_, args, sentence) => expectRefusal(args, sentence));

  test("leaves nothing behind", async () => {
    await expectRefusal([...add, "--endpoint", "unix:///nowhere/unix.socket"], "The site did not answer");
    expect(await cli().database.prisma.site.count({ where: { name: "Own" } })).toBe(0);
  });
});

test("a site that is not there, or has no server of its own", async () => {
  await expectRefusal(["admin", "site", "check", "--site", "site_none"], "There is no such site with a server of its own");
  const image = ["admin", "image", "import", "--site", "site_none", "--template", "debian-12"];
  await expectRefusal([...image, "--file", "/dev/null"], "There is no such site with a server of its own");
  await expectRefusal(image, "Give either --file or --alias.");
  await expectRefusal([...image, "--alias", "x", "--cloud-init", "maybe"], "--cloud-init must be yes or no.");
});
