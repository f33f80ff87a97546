// Hosts that are added to a site (docs/adr/0179). Those that answer are in apps/api/test/site/libvirt-added-hosts.test.ts.
import { describe, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true, each: true });
const SITE = "site-kvm-1";
/** A socket needs no certificates. */
const NOWHERE = { endpoint: "unix:///nowhere/libvirt-sock", northbound: "unix:/nowhere/ovnnb_db.sock" };
const NO_ANSWER = "The site did not answer";
const prepare = ["admin", "host", "prepare", "--site"];
const add = ["admin", "host", "add", "--site", SITE, "--endpoint"];

const query = async (text: string, values: readonly unknown[] = []) =>
  (await cli().database.pool.query(text, [...values])).rows;

async function expectRefusal(args: readonly string[], sentence: string | RegExp) {
  const { code, stdout, stderr } = await cli().fulmar(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

/** A site on libvirt whose server does not answer, with the host of its endpoint and one that was added. */
async function silentSite({ shared = "yes", endpoint = "tls://127.0.0.1:1", northbound = "ssl:127.0.0.1:1" } = {}) {
  const options = { storage_pool: "fulmar", cpu_model: "EPYC", northbound, pool_shared: shared };
  await query(
    "INSERT INTO site (site_id, name, location, provider, position) VALUES ($1, $1, 'Here', 'libvirt:1', 99)",
    [SITE],
  );
  await query("INSERT INTO site_connection (site_id, endpoint, options) VALUES ($1, $2, $3::jsonb)", [
    ...[SITE, endpoint, JSON.stringify(options)],
  ]);
  await query(
    `INSERT INTO site_host (host_id, site_id, name, status, moves_live, shared_disks, endpoint)
     VALUES ('host_1', $1, 'kvm1', 'online', true, true, NULL), ('host_2', $1, 'kvm2', 'online', true, true, 'tls://127.0.0.1:2')`,
    [SITE],
  );
}

describe("host prepare", () => {
  test("prints the script for a shell, or a document that has it, without a key", async () => {
    await silentSite();
    const { code, stdout } = await cli().fulmar([...prepare, SITE]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^#!\/bin\/sh\n/);
    expect(stdout).toContain("central='127.0.0.1'");
    expect(stdout).not.toContain("PRIVATE KEY");
    const document = await cli().fulmar([...prepare, SITE, "--output", "json"]);
    expect(JSON.parse(document.stdout)).toEqual({ site_id: SITE, script: stdout });
  });

  test("is refused where there are no other hosts, with why", async () => {
    await silentSite({ shared: "no" });
    await expectRefusal([...prepare, SITE], "share no folder");
    await expectRefusal([...prepare, "site-ams-1"], "The site is simulated");
    await expectRefusal([...prepare, "site-nowhere"], "There is no such site");
  });
});

describe("host add", () => {
  test("refuses what is no endpoint, and adds nothing where the site does not answer", async () => {
    await silentSite(NOWHERE);
    for (const endpoint of ["unix:///run/libvirt/libvirt-sock", "tls://", "kvm3:16514"])
      await expectRefusal([...add, endpoint], "endpoint must");
    await expectRefusal([...add, "tls://127.0.0.1:3"], NO_ANSWER);
    expect(await query("SELECT name FROM site_host WHERE site_id = $1 ORDER BY name", [SITE])).toEqual([
      { name: "kvm1" },
      { name: "kvm2" },
    ]);
  });
});

describe("host remove", () => {
  const remove = (id: string) => ["admin", "host", "remove", "--host", id];

  test("refuses the host of the endpoint, one with VMs and one that is not there", async () => {
    await silentSite();
    await expectRefusal(remove("host_1"), "The host kvm1 is the endpoint of its site");
    await expectRefusal(remove("host_3"), "There is no such host");
    await query("UPDATE site_host SET dedicated_organization_id = (SELECT min(organization_id) FROM organization)");
    await expectRefusal(remove("host_2"), "is dedicated to an organization");
  });

  test("keeps a host, without new VMs, while its site does not answer", async () => {
    await silentSite(NOWHERE);
    await expectRefusal(remove("host_2"), NO_ANSWER);
    expect(await query("SELECT state, state_reason FROM site_host WHERE host_id = 'host_2'")).toEqual([
      { state: "cordoned", state_reason: "It is removed." },
    ]);
  });
});
