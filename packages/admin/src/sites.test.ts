import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { selfSignedCertificate } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });
const add = ["admin", "site", "add", "--name", "Own", "--provider", "lxd"];

async function expectRefusal(args: readonly string[], sentence: string | RegExp) {
  const { code, stdout, stderr } = await cli().fulmar(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

describe("site add", () => {
  test.each([
    [
      "another kind of server",
      ["admin", "site", "add", "--name", "Own", "--provider", "xen", "--endpoint", "unix:///x"],
      "provider must be lxd, libvirt or simulated",
    ],
    [
      "an endpoint with another scheme",
      [...add, "--endpoint", "http://x"],
      "endpoint must begin with unix:/// or https://",
    ],
    [
      "https without a certificate",
      [...add, "--endpoint", "https://127.0.0.1:1"],
      "client_cert is required for an https endpoint",
    ],
    [
      "tls without a certificate",
      [...add.slice(0, -1), "libvirt", "--endpoint", "tls://127.0.0.1:1"],
      "client_cert is required for a tls endpoint",
    ],
    [
      "an option of another kind of server",
      [...add.slice(0, -1), "libvirt", "--endpoint", "unix:///x", "--project", "fulmar"],
      "project",
    ],
    [
      "a certificate without its key",
      [...add, "--endpoint", "unix:///x", "--client-cert", "/dev/null"],
      "client_cert and client_key must be sent together",
    ],
    ["a missing file", [...add, "--endpoint", "unix:///x", "--server-cert", "/nowhere/x.pem"], "no such file"],
    [
      "an unknown instance type",
      [...add, "--endpoint", "unix:///x", "--instance-type", "jail"],
      "instance_type must be container or virtual-machine",
    ],
    [
      "an invalid uplink",
      [...add, "--endpoint", "unix:///x", "--uplink", "a/b"],
      "uplink must be the name of a network on the server",
    ],
    [
      "an endpoint that does not answer",
      [...add, "--endpoint", "unix:///nowhere/unix.socket"],
      "The site did not answer",
    ],
  ])("refuses %s", (_, args, sentence) => expectRefusal(args, sentence));

  test("keeps no row of a refused site", async () => {
    await expectRefusal([...add, "--endpoint", "unix:///nowhere/unix.socket"], "The site did not answer");
    expect(await cli().database.prisma.site.count({ where: { name: "Own" } })).toBe(0);
  });
});

test("site check and image import refuse an unknown site and wrong options", async () => {
  await expectRefusal(
    ["admin", "site", "check", "--site", "site_none"],
    "There is no such site with a server of its own",
  );
  const image = ["admin", "image", "import", "--site", "site_none", "--template", "debian-12"];
  await expectRefusal([...image, "--file", "/dev/null"], "There is no such site with a server of its own");
  await expectRefusal(image, "Give either --file or --alias.");
  await expectRefusal([...image, "--alias", "x", "--cloud-init", "maybe"], "--cloud-init must be yes or no.");
});

/** Creates a site whose server is gone for good. */
async function goneSite(site_id: string) {
  const connection = {
    endpoint: "unix:///nowhere/lxd.socket",
    project: "fulmar",
    storage_pool: "default",
    network: "fm0",
    instance_type: "container",
  };
  const site = { site_id, name: site_id, location: "Nowhere", provider: `lxd:${site_id}`, position: 2_000 };
  await cli().database.prisma.site.create({ data: { ...site, site_connection: { create: connection } } });
  await cli().database.prisma.plan.update({ where: { plan_id: "plan-nano" }, data: { site_ids: { push: site_id } } });
  return ["admin", "site", "remove", "--site", site_id];
}

describe("site remove", () => {
  test("refuses a site that is in use, and a server that does not answer", async () => {
    const remove = await goneSite("site_used");
    await expectRefusal(remove, "The site did not answer");
    const { workspace_id } = await cli().database.prisma.workspace.findFirstOrThrow();
    await cli().database.prisma.vpc.create({
      data: { vpc_id: "vpc_there", workspace_id, site_id: "site_used", name: "there", cidr: "10.9.0.0/16" },
    });
    await expectRefusal(remove, "The site is in use: VPC there (vpc_there); delete these resources first.");
    expect(await sitesListed()).toContain("site_used");
  });

  test("removes the site from every list and frees its addresses", async () => {
    const { prisma } = cli().database;
    const remove = await goneSite("site_gone");
    await cli().answer(["admin", "address", "add", "--site", "site_gone", "--range", "192.0.2.64/30"]);
    expect(await cli().answer([...remove, "--server-gone"])).toEqual({
      ...{ site_id: "site_gone", name: "site_gone", removed: true, project_removed: null, history_kept: false },
    });
    expect(await sitesListed()).not.toContain("site_gone");
    expect((await prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } })).site_ids).not.toContain(
      "site_gone",
    );
    expect(await prisma.publicAddress.count({ where: { site_id: "site_gone" } })).toBe(0);
    await expectRefusal(remove, "There is no such site that can be removed");
  });

  test("keeps the row of a site that has history, and refuses new volumes there", async () => {
    const { prisma } = cli().database;
    const remove = await goneSite("site_past");
    const { workspace_id } = await prisma.workspace.findFirstOrThrow();
    const volume = { workspace_id, site_id: "site_past", size_gb: 1, type: "ssd" as const };
    await prisma.volume.create({
      data: { ...volume, volume_id: "vol_past", name: "past", status: "deleting", deleted_at: new Date() },
    });
    expect(await cli().answer([...remove, "--server-gone"])).toMatchObject({ history_kept: true });
    expect(await sitesListed()).not.toContain("site_past");
    await expect(
      prisma.volume.create({ data: { ...volume, volume_id: "vol_late", name: "late", status: "creating" } }),
    ).rejects.toThrow("site_removed");
  });
});

test("site renew refuses a socket, a missing file and a silent server, and changes nothing", async () => {
  await goneSite("site_renewed");
  const file = join(cli().dataDir, "own.pem");
  writeFileSync(file, "no certificate");
  const { certificatePem, privateKeyPem } = selfSignedCertificate("fulmar");
  const [certificate, key] = [join(cli().dataDir, "client.crt"), join(cli().dataDir, "client.key")];
  writeFileSync(certificate, certificatePem);
  writeFileSync(key, privateKeyPem);
  const renew = ["admin", "site", "renew", "--site", "site_renewed", "--client-cert", certificate, "--client-key"];
  await expectRefusal([...renew, key], "this site is reached by a socket");
  await expectRefusal([...renew, "/nowhere/key.pem"], "no such file");
  await cli().database.prisma.siteConnection.update({
    where: { site_id: "site_renewed" },
    data: { endpoint: "https://127.0.0.1:1" },
  });
  await expectRefusal([...renew, file], "client_key cannot be read");
  await expectRefusal([...renew, key, "--server-cert", file], "server_cert cannot be read");
  const other = join(cli().dataDir, "other.key");
  writeFileSync(other, selfSignedCertificate("other").privateKeyPem);
  await expectRefusal([...renew, other], "client_key is not the key of the client's certificate");
  await expectRefusal([...renew, key], "The site did not answer");
  expect(
    await cli().database.prisma.siteConnection.findUniqueOrThrow({ where: { site_id: "site_renewed" } }),
  ).toMatchObject({
    revision: 1,
    client_certificate: null,
  });
});

async function sitesListed(): Promise<string[]> {
  const { sites } = await cli().answer(["admin", "site", "list"]);
  return (sites as { site_id: string }[]).map(({ site_id }) => site_id);
}
