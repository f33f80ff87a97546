import { describe, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true, each: true });
const SITE = "site-ams-1";
const adopt = ["admin", "site", "adopt", "--site", SITE];

const query = async (text: string, values: readonly unknown[] = []) =>
  (await cli().database.pool.query(text, [...values])).rows;

async function expectRefusal(args: readonly string[], sentence: string | RegExp) {
  const { code, stdout, stderr } = await cli().fulmar(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

/** A machine at the simulated site that somebody made by hand. */
async function stranger(name: string) {
  await query(
    `INSERT INTO simulated.stranger (name, cpu, ram_mb, disk_gb, image, private_ip, power, started_at)
     VALUES ($1, 1, 1024, 25, 'Debian 12', '10.9.0.7', 'running', now())`,
    [name],
  );
  await query("INSERT INTO simulated.stranger_volume (name, size_gb, machine) VALUES ($1 || '-data', 5, $1)", [name]);
}

test("site strangers lists machines and volumes that are not Fulmar's", async () => {
  await stranger("listed");
  await query("INSERT INTO simulated.stranger_volume (name) VALUES ('loose')");
  const { machines, volumes } = await cli().answer(["admin", "site", "strangers", "--site", SITE]);
  expect(machines).toEqual([
    {
      ...{ name: "listed", type: "container", status: "running", cpu: "1", ram_mb: "1024", disk_gb: "25" },
      ...{
        addresses: "10.9.0.7",
        hosts: null,
        image: "Debian 12",
        volumes: "listed-data",
        obstacles: null,
        warnings: null,
      },
    },
  ]);
  expect(volumes).toEqual([
    { name: "listed-data", size_gb: "5", attached_to: "listed", obstacles: null },
    { name: "loose", size_gb: null, attached_to: null, obstacles: expect.stringMatching(/^It has no size/) },
  ]);
});

describe("a machine", () => {
  test("is shown by a dry run, adopted, released and adopted again", async () => {
    await stranger("web");
    const command = [...adopt, "--machine", "web", "--workspace", "1"];
    const recorded = {
      ...{ name: "web", status: "running", image: "unknown", cpu: "1", ram_mb: "1024", disk_gb: "25" },
      ...{
        plan_id: "plan-nano",
        addresses: ["10.9.0.7"],
        hourly_price: expect.stringMatching(/^0\.0\d+$/),
        warnings: [],
      },
      volumes: [{ name: "web-data", size_gb: "5", device_path: "/dev/vdb" }],
    };
    expect(await cli().answer([...command, "--dry-run"])).toEqual({ ...recorded, vm_id: null, adopted: false });
    expect(await query("SELECT FROM vm WHERE name = 'web'")).toEqual([]);
    const { vm_id } = await cli().answer(command);
    expect(vm_id).toMatch(/^vm_/);
    await expectRefusal(command, "The site has no machine web that is not Fulmar's");

    const release = ["admin", "site", "release", "--vm", String(vm_id)];
    await expectRefusal(release, /Its machine and its volumes stay at the site as they are.*Use --yes to confirm\./);
    expect(await cli().answer([...release, "--yes"])).toEqual({
      ...{ site_id: SITE, vm_id, name: "web", machine: "web", volumes: ["web-data"], released: true },
    });
    await expectRefusal([...release, "--yes"], `There is no VM ${vm_id}.`);
    expect(await cli().answer([...command, "--name", "web-2"])).toMatchObject({ name: "web-2", adopted: true });
  });

  test("needs a workspace, and its options are for it alone", async () => {
    await expectRefusal([...adopt, "--machine", "x"], "A machine needs --workspace: name whose VM it becomes.");
    await expectRefusal([...adopt, "--machine", "x", "--all"], "Give either --id, --all or --machine.");
    await expectRefusal(
      [...adopt, "--all", "--dry-run"],
      "The options --name, --force and --dry-run are for --machine.",
    );
  });
});
