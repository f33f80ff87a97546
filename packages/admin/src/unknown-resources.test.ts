import { describe, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true, each: true });
const SITE = "site-ams-1";
const adopt = ["admin", "site", "adopt", "--site", SITE];

async function expectRefusal(args: readonly string[], sentence: string | RegExp) {
  const { code, stdout, stderr } = await cli().fulmar(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

const query = async (text: string, values: readonly unknown[] = []) =>
  (await cli().database.pool.query(text, [...values])).rows;

/** Creates a VM at the site that the database does not know, in the first workspace of the seed. */
async function unknownVm(vm_id: string, name: string) {
  await query("INSERT INTO installation (installation_id) VALUES ('ins_own') ON CONFLICT DO NOTHING");
  const created_at = new Date(Date.now() + 60_000).toISOString();
  const vm = {
    vm_id,
    workspace_id: 1,
    type: "cloud",
    name,
    site_id: SITE,
    plan_id: "plan-nano",
    template_id: "debian-13",
    cpu: 1,
    ram_mb: 1024,
    disk_gb: 20,
  };
  const record = {
    installation_id: "ins_own",
    rows: {
      vm: [
        {
          ...vm,
          os_type: "linux",
          os_distro: "debian",
          gpu_model: null,
          gpu_count: 0,
          tags: ["kept"],
          ssh_keys: [],
          created_at,
        },
      ],
    },
  };
  await query(
    `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, power, started_at,
                                     record)
     VALUES ($1, $2, 1, 1024, 20, 'debian-13', 'running', now(), $3::jsonb || '{"plan_id": "plan-nano"}')`,
    [vm_id, name, JSON.stringify(record)],
  );
  await query(
    `INSERT INTO unknown_resource (provider, kind, resource_id, name, size, record, installation_id, accepted_at)
     VALUES ('simulated', 'vm', $1, $2, '1 CPU, 1 GB RAM, 20 GB disk', $3, 'ins_own', now())`,
    [vm_id, name, JSON.stringify(record)],
  );
}

test("site unknown lists the unknown resources and site list counts them", async () => {
  await unknownVm("vm_listed", "listed");
  expect(await cli().answer(["admin", "site", "unknown", "--site", SITE])).toEqual({
    unknown: [
      {
        ...{
          site_id: SITE,
          kind: "vm",
          id: "vm_listed",
          name: "listed",
          size: "1 CPU, 1 GB RAM, 20 GB disk",
          workspace_id: "1",
          record: "yes",
        },
        ...{ made_at: null, first_seen_at: expect.stringMatching(/Z$/) },
      },
    ],
  });
  expect(await cli().answer(["admin", "site", "unknown", "--site", "site-fra-1"])).toEqual({ unknown: [] });
  const { sites } = await cli().answer(["admin", "site", "list"]);
  expect(sites).toContainEqual(expect.objectContaining({ site_id: SITE, unknown: "1", fenced: null }));
});

describe("site adopt", () => {
  test("inserts the rows of one unknown VM or of all", async () => {
    await unknownVm("vm_one", "one");
    await unknownVm("vm_two", "two");
    expect(await cli().answer([...adopt, "--id", "vm_one"])).toEqual({
      adopted: [{ kind: "vm", id: "vm_one", name: "one" }],
      left: [],
    });
    expect(await cli().answer([...adopt, "--all"])).toMatchObject({ left: [] });
    expect(
      await query(
        "SELECT name, status::text, workspace_id::int, tags FROM vm WHERE vm_id = ANY ('{vm_one,vm_two}') ORDER BY 1",
      ),
    ).toEqual([
      { name: "one", status: "running", workspace_id: 1, tags: ["kept"] },
      { name: "two", status: "running", workspace_id: 1, tags: ["kept"] },
    ]);
    expect(await cli().answer(["admin", "site", "unknown"])).toEqual({ unknown: [] });
  });

  test("refuses wrong options and unknown ids", async () => {
    await expectRefusal(adopt, "Give either --id, --all or --machine.");
    await expectRefusal([...adopt, "--id", "vm_x", "--all"], "Give either --id, --all or --machine.");
    await expectRefusal([...adopt, "--id", "vm_x"], "The site has no unknown resource vm_x");
    await expectRefusal(["admin", "site", "adopt", "--site", "site_none", "--all"], "There is no such site");
  });
});

describe("site discard", () => {
  const discard = ["admin", "site", "discard", "--site", SITE, "--id"];

  test("asks for confirmation, and needs --yes without a terminal", async () => {
    await unknownVm("vm_unwanted", "unwanted");
    await expectRefusal(
      [...discard, "vm_unwanted"],
      "vm_unwanted will be deleted from its site, with all its data, for good. Use --yes to confirm.",
    );
    expect(await cli().answer([...discard, "vm_unwanted", "--yes"])).toEqual({
      kind: "vm",
      id: "vm_unwanted",
      name: "unwanted",
      discarded: true,
    });
    expect(await query("SELECT FROM simulated.instance WHERE vm_id = 'vm_unwanted'")).toEqual([]);
    await expectRefusal([...discard, "vm_unwanted", "--yes"], "The site has no unknown resource vm_unwanted");
  });

  test("discards an unknown distribution at the edge", async () => {
    await query(
      "INSERT INTO unknown_resource (provider, kind, resource_id) VALUES ('cdn', 'cdn_distribution', 'cdn_unwanted')",
    );
    const atEdge = ["admin", "site", "discard", "--site", "cdn", "--id", "cdn_unwanted", "--yes"];
    expect(await cli().answer(atEdge)).toMatchObject({ kind: "cdn_distribution", discarded: true });
    expect(await query("SELECT provider, reason FROM tombstone WHERE resource_id = 'cdn_unwanted'")).toEqual([
      { provider: "cdn", reason: "deleted" },
    ]);
  });
});

describe("site resume", () => {
  const resume = ["admin", "site", "resume", "--site", SITE];

  test("refuses a site that is not fenced", () =>
    expectRefusal([...resume, "--yes"], "The site is not fenced: there is nothing to resume."));

  test("shows the unknown resources before it lifts the fence", async () => {
    // The first command that drives the site writes its fence, open.
    await unknownVm("vm_first", "first");
    await cli().answer([...adopt, "--all"]);
    await unknownVm("vm_behind", "behind");
    await query(
      `UPDATE site_fence SET reason = 'unknown_resources', detail = 'The site has more than is known.',
         fenced_at = now() WHERE provider = 'simulated'`,
    );
    await expectRefusal([...adopt, "--all"], "The site is fenced: The site has more than is known.");
    const { sites } = await cli().answer(["admin", "site", "list"]);
    expect(sites).toContainEqual(expect.objectContaining({ site_id: SITE, fenced: "unknown_resources", unknown: "1" }));
    await expectRefusal(resume, /The site has more than is known\..*vm_behind.*Use --yes to confirm\./);
    const { code, stdout, stderr } = await cli().fulmar([...resume, "--yes", "--json"]);
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      answer: { site_id: SITE, resumed: true, unknown: "1" },
    });
    expect(stderr).toContain("vm_behind");
    expect(await cli().answer([...adopt, "--all"])).toMatchObject({ adopted: [{ id: "vm_behind" }] });
  });
});
