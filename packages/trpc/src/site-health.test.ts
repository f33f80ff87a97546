import { beforeEach, describe, expect, test } from "vitest";
import { tenancyFixture } from "./tenancy-fixture.ts";

const fixture = tenancyFixture();
type Fixture = typeof fixture;
const DETAIL = "The site is ahead of this database.";
const SEEN = new Date("2026-11-20T10:00:00.000Z");

beforeEach(() => begin(fixture));

/** An installation that knows no unknown resources. */
async function begin({ world }: Fixture) {
  const { prisma } = world.database;
  await prisma.siteFence.deleteMany();
  await prisma.unknownResource.deleteMany();
  await prisma.installation.deleteMany();
  await prisma.installation.create({ data: { installation_id: "ins_here" } });
}

const list = async (organization_id: string, userId: string, { as }: Fixture = fixture) =>
  as(userId).siteHealth.list({ organization_id });

/** A VM that the database does not know, as its site's labels describe it. */
function unknownVm(
  id: string,
  row: { readonly workspace_id?: string; readonly site_id?: string } = {},
  installation_id = "ins_here",
) {
  const record = { installation_id, rows: { vm: [{ vm_id: id, ...row }] } };
  const seen = { first_seen_at: SEEN, last_seen_at: SEEN };
  return {
    provider: "simulated",
    kind: "vm",
    resource_id: id,
    name: id,
    size: "1 CPU",
    made_at: SEEN,
    record,
    installation_id,
    ...seen,
  };
}

describe("with a single organization", () => {
  const alone = tenancyFixture();
  beforeEach(() => begin(alone));

  test("it sees every unknown resource, at its recorded site or the provider's first", async () => {
    const { organization_id, workspace_id, people } = await alone.organization();
    const [first, second] = await list(organization_id, people.viewer, alone);
    expect(first).toMatchObject({ fence: null, unknown: [], unknown_count: 0 });
    const volume = { provider: "simulated", kind: "volume", resource_id: "vol_a", first_seen_at: SEEN };
    await alone.world.database.prisma.unknownResource.createMany({
      data: [
        volume,
        unknownVm("vm_a"),
        unknownVm("vm_b", { workspace_id, ...(second && { site_id: second.site_id }) }),
      ],
    });
    const [atFirst, atSecond] = await list(organization_id, people.viewer, alone);
    const seen = SEEN.toISOString();
    expect(atFirst).toMatchObject({ unknown_count: 2 });
    expect(atFirst?.unknown).toEqual([
      { kind: "vm", id: "vm_a", name: "vm_a", size: "1 CPU", made_at: seen, first_seen_at: seen, adoptable: true },
      { kind: "volume", id: "vol_a", name: null, size: null, made_at: null, first_seen_at: seen, adoptable: false },
    ]);
    expect(atSecond).toMatchObject({ unknown_count: 1, unknown: [{ id: "vm_b" }] });
  });
});

test("one of several organizations sees only its own unknown resources and the number of all", async () => {
  const one = await fixture.organization();
  const other = await fixture.organization();
  const copied = unknownVm("vm_copied", { workspace_id: one.workspace_id }, "ins_elsewhere");
  await fixture.world.database.prisma.unknownResource.createMany({
    data: [
      unknownVm("vm_one", { workspace_id: one.workspace_id }),
      unknownVm("vm_other", { workspace_id: other.workspace_id }),
      unknownVm("vm_nobody"),
      copied,
    ],
  });
  for (const [{ organization_id, people }, id] of [
    [one, "vm_one"],
    [other, "vm_other"],
  ] as const) {
    const [site] = await list(organization_id, people.owner);
    expect(site).toMatchObject({ unknown_count: 4, unknown: [{ id }] });
    expect(site?.unknown).toHaveLength(1);
  }
});

test("the list of unknown resources ends at a hundred, and the count includes all", async () => {
  const { organization_id, workspace_id, people } = await fixture.organization();
  await fixture.organization();
  const vms = Array.from({ length: 130 }, (_, index) =>
    unknownVm(`vm_${String(index).padStart(3, "0")}`, { workspace_id }),
  );
  // Resources of other organizations do not count towards the list's limit.
  await fixture.world.database.prisma.unknownResource.createMany({
    data: [...vms, unknownVm("vm_", { workspace_id: "999999" })],
  });
  const [site] = await list(organization_id, people.owner);
  expect(site?.unknown_count).toBe(131);
  expect(site?.unknown.map(({ id }) => id)).toEqual(vms.slice(0, 100).map(({ resource_id }) => resource_id));
});

test("a site says what its VMs are, and how it walls guests off less than it could", async () => {
  const { organization_id, people } = await fixture.organization();
  const [first] = await list(organization_id, people.developer);
  if (first === undefined) throw new Error("the catalog has no site");
  expect(first).toMatchObject({ instance_type: null, warnings: [] });
  const numbers = { cpus: 8, ram_mb: 16_384, free_ram_mb: 8_192, disk_gb: 100, free_disk_gb: 50 };
  await fixture.world.database.prisma.siteCapacity.create({
    data: {
      ...{ site_id: first.site_id, reachable: true, server: "lxd 5.0.2", ...numbers },
      ...{ instance_type: "container", warnings: ["VMs are containers here."] },
    },
  });
  const [seen] = await list(organization_id, people.developer);
  expect(seen).toMatchObject({ instance_type: "container", warnings: ["VMs are containers here."] });
  await fixture.world.database.prisma.siteCapacity.deleteMany();
});

test("a fence applies to every site of its provider", async () => {
  const { organization_id, people } = await fixture.organization();
  const mark = { provider: "simulated", installation_id: "ins_here", database_id: "1/1", token: "t" };
  await fixture.world.database.prisma.siteFence.create({ data: mark });
  const before = await list(organization_id, people.developer);
  expect(before.map(({ fence }) => fence)).toEqual(before.map(() => null));
  await fixture.world.database.prisma.siteFence.updateMany({
    data: { reason: "database_behind", detail: DETAIL, fenced_at: SEEN },
  });
  const fence = { provider: "simulated", reason: "database_behind", detail: DETAIL, since: SEEN.toISOString() };
  const sites = await list(organization_id, people.developer);
  expect(sites.length).toBeGreaterThan(1);
  for (const site of sites) expect(site).toMatchObject({ state: "fenced", fence });
});
