import type {
  Backup,
  BackupPolicy,
  FirewallGroup,
  NatGateway,
  PortForward,
  ReservedIp,
  SnapshotSet,
  Subnet,
  Vpc,
} from "@fulmar/contract";
import { withoutTriggers } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../compute-fixture.ts";
import { adoptFixture } from "./adopt-fixture.ts";

const fixture = adoptFixture();

/** A VM with resources of all kinds, as ids and records. */
async function everything() {
  const { vpc_id } = await fixture.vpc("own", "10.1.0.0/16");
  const subnet = await fixture.subnet(vpc_id, "web", "10.1.0.0/24");
  await fixture.apply();
  const vm_id = await fixture.runningVm("web");
  const open_id = await fixture.runningVm("open");
  const worker = fixture.work();
  const ip = await fixture.reservedIp();
  const gateway = await fixture.natGateway(subnet, "way-out");
  await fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id: open_id });
  await fixture.send("vpcNode.attach", { vpc_id }, { vm_id, subnet_id: subnet.subnet_id, connectivity: "nat" });
  await fixture.forward(gateway.nat_gateway_id, vpc_id, {
    vm_id,
    protocol: "tcp",
    public_port: 8080,
    private_port: 80,
  });
  const group = await fixture.firewallGroup("guard");
  await fixture.send(
    "firewallRule.create",
    { firewall_group_id: group.firewall_group_id },
    { protocol: "tcp", port_start: 80, port_end: 80, priority: 100, remote_targets: ["0.0.0.0/0"] },
  );
  await fixture.link(group.firewall_group_id, vm_id);
  const ofSubnet = await fixture.firewallGroup("all-of-subnet");
  await fixture.send(
    "subnet.update",
    { vpc_id, subnet_id: subnet.subnet_id },
    { firewall_group_ids: [ofSubnet.firewall_group_id] },
  );
  await fixture.apply();
  const volume_id = await fixture.volumes.attached("data", vm_id);
  const free_id = await fixture.volumes.available("spare");
  await fixture.volumes.snapshot(volume_id, "kept");
  await fixture.write(vm_id.replace("vm_", "root_"), vm_id, "root");
  await fixture.write(volume_id, vm_id, "data");
  await fixture.act("snapshot.create", { vm_id }, { name: "before", capture_scope: "all_attached" });
  await fixture.send("backupPolicy.enable", { vm_id }, { retention_days: 14 });
  await fixture.act("backup.create", { vm_id });
  await fixture.write(volume_id, vm_id, "data later");
  await fixture.act("backup.create", { vm_id });
  const balancer = await fixture.balancer("front", {
    pools: [{ name: "web", protocol: "http", targets: [{ vm_id, port: 80 }] }],
    listeners: [{ name: "in", protocol: "http", port: 80, default_pool: "web" }],
  });
  await fixture.apply();
  await worker.stop();
  return { vpc_id, subnet, vm_id, open_id, ip, gateway, group, volume_id, free_id, balancer };
}

type Everything = Awaited<ReturnType<typeof everything>>;

/** The API's answers about all of it, without transient fields and the operations that made copies, which change. */
async function answers({
  vpc_id,
  subnet,
  vm_id,
  open_id,
  ip,
  gateway,
  group,
  volume_id,
  free_id,
  balancer,
}: Everything) {
  const { subnet_id } = subnet;
  const { nat_gateway_id } = gateway;
  const { load_balancer_id } = balancer;
  const listed = {
    vm: await fixture.vm(vm_id),
    open: await fixture.vm(open_id),
    vmNetwork: await fixture.send<object>("vmNetwork.get", { vm_id }),
    volume: await fixture.volume(volume_id),
    free: await fixture.volume(free_id),
    vpc: await fixture.send<Vpc>("vpc.get", { vpc_id }),
    subnet: await fixture.send<Subnet>("subnet.get", { vpc_id, subnet_id }),
    gateway: await fixture.send<NatGateway>("natGateway.get", { vpc_id, nat_gateway_id }),
    forwards: await fixture.send<PortForward[]>("portForward.list", { vpc_id, nat_gateway_id }),
    ip: await fixture.send<ReservedIp>("reservedIp.get", { reserved_ip_id: ip.public_ip_id }),
    group: await fixture.send<FirewallGroup>("firewallGroup.get", { firewall_group_id: group.firewall_group_id }),
    snapshots: await fixture.send<{ snapshots: SnapshotSet[] }>("snapshot.list", { vm_id }),
    backups: await fixture.send<Backup[]>("backup.list", { vm_id }),
    policy: await fixture.send<BackupPolicy>("backupPolicy.get", { vm_id }),
    balancer: await fixture.balancerOf(load_balancer_id),
    configuration: await fixture.send<object>("loadBalancerConfiguration.get", { load_balancer_id }),
  };
  return JSON.parse(JSON.stringify(listed, (key, value) => (OF_THE_MOMENT.has(key) ? undefined : value)));
}

const OF_THE_MOMENT = new Set([
  ...[
    "updated_at",
    "applied_at",
    "operation_id",
    "started_at",
    "finished_at",
    "expires_at",
    "last_run_at",
    "last_status",
    "metadata",
    "revision",
    "etag",
  ],
]);

describe("adopting a site that the database has forgotten", () => {
  test("restores the API's answers, the site's content and the charges exactly", async () => {
    const all = await everything();
    const before = {
      answers: await answers(all),
      content: await fixture.content(),
      machines: await fixture.machines(),
      told: await fixture.told(),
      charges: await fixture.charges(),
    };
    await fixture.forget();
    expect(await fixture.charges()).toEqual([]);
    const { adopted, left } = await fixture.adopt({});
    expect(left).toEqual([]);
    expect(adopted.map(({ kind }) => kind).toSorted(byText)).toEqual(
      [
        "vm",
        "vm",
        "volume",
        "volume",
        "subnet",
        "nat_gateway",
        "snapshot",
        "backup",
        "backup",
        "load_balancer",
      ].toSorted(byText),
    );
    expect(await fixture.unknown()).toEqual([]);
    await fixture.apply();
    for (const name of [
      "reconcile-instances",
      "reconcile-volumes",
      "reconcile-networks",
      "reconcile-load-balancers",
      "find-unknown-resources",
    ])
      await fixture.reconcile(name);
    expect(await answers(all)).toEqual(before.answers);
    expect(await fixture.content()).toEqual(before.content);
    expect(await fixture.machines()).toEqual(before.machines);
    expect(await fixture.told()).toEqual(before.told);
    expect(before.charges.filter(({ resource_type }) => resource_type === "volume_snapshot")).toHaveLength(1);
    expect(await fixture.charges()).toEqual(before.charges);
    expect(await fixture.unknown()).toEqual([]);
  });
});

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const kindsOf = (adopted: readonly { readonly kind: string }[]) => adopted.map(({ kind }) => kind).toSorted(byText);

/** A VM in a subnet of its own VPC, all of which the database has lost. */
async function forgottenVm(name: string, cidr: string) {
  const { vpc_id } = await fixture.vpc(name, `${cidr}.0.0/16`);
  const subnet = await fixture.subnet(vpc_id, name, `${cidr}.0.0/24`);
  const vm_id = await fixture.runningVm(name);
  await fixture.attach(subnet, vm_id);
  await fixture.apply();
  return { vpc_id, subnet, vm_id };
}

describe("adopting a named resource", () => {
  test("also adopts exactly what it needs, and audits each resource in its workspace", async () => {
    const { vm_id, subnet } = await forgottenVm("alone", "10.2");
    const volume_id = await fixture.volumes.attached("of-alone", vm_id);
    const spare_id = await fixture.volumes.available("not-of-alone");
    await fixture.forget();
    const { adopted, left } = await fixture.adopt({ ids: [vm_id] });
    expect(left).toEqual([]);
    expect(adopted.map(({ id }) => id).toSorted(byText)).toEqual([vm_id, subnet.subnet_id, volume_id].toSorted(byText));
    expect((await fixture.unknown()).map(({ id }) => id)).toContain(spare_id);
    const { workspace } = fixture.world.entry;
    for (const { id } of adopted) {
      expect(
        await fixture.query(
          "SELECT action, actor_type FROM audit_event WHERE workspace_id = $1 AND resource_id = $2 AND action LIKE 'site.%'",
          [workspace.id, id],
        ),
      ).toEqual([{ action: "site.adopt", actor_type: "operator" }]);
    }
    expect((await refusalOf(fixture.adopt({ ids: [vm_id] }))).message).toContain("The site has no unknown resource");
    expect(await fixture.adopt({})).toMatchObject({ left: [] });
  });

  test("attaches a volume that the database has as free and the site as attached", async () => {
    const vm_id = await fixture.runningVm("holder");
    const volume_id = await fixture.volumes.attached("held", vm_id);
    await fixture.forgetAlone(vm_id);
    await fixture.query(
      "UPDATE volume SET status = 'available', attached_vm_id = NULL, device_path = NULL WHERE volume_id = $1",
      [volume_id],
    );
    await fixture.adopt({ ids: [vm_id] });
    expect(await fixture.volume(volume_id)).toMatchObject({
      status: "in-use",
      attached_vm_id: vm_id,
      device_path: "/dev/vdb",
    });
  });

  test("leaves it changeable, with a newer revision at the site", async () => {
    const { vm_id, subnet } = await forgottenVm("changed", "10.3");
    const group = await fixture.firewallGroup("changed");
    for (let port = 1; port < 5; port++) {
      await fixture.send(
        "firewallRule.create",
        { firewall_group_id: group.firewall_group_id },
        { port_start: port, port_end: port },
      );
      if (port === 1) await fixture.link(group.firewall_group_id, vm_id);
      await fixture.apply();
    }
    const before = (await fixture.atProvider(vm_id))?.revision ?? 0;
    await fixture.forget();
    await fixture.adopt({});
    await fixture.apply();
    expect((await fixture.atProvider(vm_id))?.revision).toBeGreaterThan(before);
    await fixture.send(
      "subnet.update",
      { vpc_id: subnet.vpc_id, subnet_id: subnet.subnet_id },
      { dns: ["192.0.2.53"] },
    );
    await fixture.send("firewallInstance.unlink", { firewall_group_id: group.firewall_group_id, vm_id });
    await fixture.apply();
    expect(await fixture.atProvider(subnet.subnet_id)).toMatchObject({ configuration: { dns: ["192.0.2.53"] } });
    expect(await fixture.atProvider(vm_id)).toMatchObject({ configuration: { firewall: null } });
  });
});

describe("adopting beside resources made since", () => {
  test("gives the adopted resource a suffix when its name is taken", async () => {
    const { vm_id, subnet } = await forgottenVm("twice", "10.4");
    const volume_id = await fixture.volumes.attached("twice", vm_id);
    await fixture.forget();
    await fixture.runningVm("twice");
    await fixture.volumes.available("twice");
    await fixture.adopt({ ids: [vm_id] });
    expect(await fixture.vm(vm_id)).toMatchObject({ name: `twice-${vm_id.slice(-4)}` });
    expect(await fixture.volume(volume_id)).toMatchObject({ name: `twice-${volume_id.slice(-4)}` });
    expect(await fixture.getSubnet(subnet)).toMatchObject({ name: "twice" });
    await fixture.adopt({});
  });

  test("is refused without changes when a public address is taken, and names it", async () => {
    const vm_id = await fixture.runningVm("addressed");
    const ip = await fixture.reservedIp();
    await fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id });
    await fixture.apply();
    await fixture.forget();
    await fixture.query("UPDATE public_address SET public_ip_id = NULL");
    await fixture.query("UPDATE public_address SET last_assigned_at = CASE WHEN address <> $1::inet THEN now() END", [
      ip.address,
    ]);
    const other = await fixture.reservedIp();
    expect(other.address).toBe(ip.address);
    expect((await refusalOf(fixture.adopt({ ids: [vm_id] }))).message).toBe(
      `The public address ${ip.address} has been given to another resource since; release it there first.`,
    );
    const { adopted, left } = await fixture.adopt({});
    expect(left.map(({ id }) => id)).toContain(vm_id);
    expect(adopted.map(({ id }) => id)).not.toContain(vm_id);
    await fixture.send("reservedIp.delete", { reserved_ip_id: other.public_ip_id });
    await fixture.adopt({ ids: [vm_id] });
    expect(await fixture.vm(vm_id)).toMatchObject({ public_ip: ip.address });
  });

  test("is refused when a private address is taken, and names its VM", async () => {
    const { vm_id, subnet } = await forgottenVm("private", "10.5");
    await fixture.forgetAlone(vm_id);
    const other = await fixture.runningVm("private-2");
    expect(await fixture.attach(subnet, other)).toMatchObject({ private_ip: "10.5.0.2" });
    expect((await refusalOf(fixture.adopt({ ids: [vm_id] }))).message).toBe(
      `The private address 10.5.0.2 was given to private-2 (${other}) since; detach that VM first.`,
    );
    await fixture.discard(vm_id);
  });

  test("is refused when a VPC's range is taken", async () => {
    const { subnet } = await forgottenVm("range", "10.6");
    await fixture.forget();
    await fixture.vpc("range-2", "10.6.0.0/16");
    expect((await refusalOf(fixture.adopt({ ids: [subnet.subnet_id] }))).message).toContain("The vpc range (");
    await fixture.query("DELETE FROM vpc WHERE name = 'range-2'");
    expect(await fixture.adopt({})).toMatchObject({ left: [] });
  });
});

describe("adopting into a workspace", () => {
  test("needs an explicit workspace when the recorded one is deleted, newer or of another installation", async () => {
    const { vm_id } = await forgottenVm("owned", "10.7");
    await fixture.forget();
    const { workspace } = fixture.world.entry;
    const refusal = async () => (await refusalOf(fixture.adopt({ ids: [vm_id] }))).message;
    await fixture.query("UPDATE workspace SET deleted_at = now() WHERE workspace_id = $1", [workspace.id]);
    expect(await refusal()).toBe(`The workspace ${workspace.id} does not exist; name its workspace.`);
    await fixture.query("UPDATE workspace SET deleted_at = NULL, created_at = now() WHERE workspace_id = $1", [
      workspace.id,
    ]);
    expect(await refusal()).toContain(`is older than the workspace ${workspace.id}, so it belonged to another one`);
    await fixture.query("UPDATE workspace SET created_at = now() - interval '1 day' WHERE workspace_id = $1", [
      workspace.id,
    ]);
    await fixture.query(
      'UPDATE simulated.instance SET record = record || \'{"installation_id": "ins_other"}\' WHERE vm_id = $1',
      [vm_id],
    );
    expect(await refusal()).toBe(`${vm_id} was made by another installation (ins_other); name its workspace.`);
    const other = await fixture.world.database.prisma.workspace.create({
      data: { organization_id: workspace.organizationId, name: "two" },
    });
    expect((await refusalOf(fixture.adopt({ ids: [vm_id], workspaceId: 999_999n }))).message).toBe(
      "The workspace 999999 does not exist.",
    );
    await fixture.adopt({ ids: [vm_id], workspaceId: other.workspace_id });
    const moved = await fixture.query(
      `SELECT DISTINCT workspace_id FROM (SELECT workspace_id FROM vm WHERE vm_id = $1 UNION ALL
         SELECT workspace_id FROM vpc_node WHERE vm_id = $1) x`,
      [vm_id],
    );
    expect(moved).toEqual([{ workspace_id: String(other.workspace_id) }]);
    await fixture.query(
      `UPDATE simulated.instance SET record = record || jsonb_build_object('installation_id', (SELECT installation_id
         FROM installation))`,
    );
    expect(await fixture.adopt({})).toMatchObject({ left: [] });
  });

  test("applies the given workspace and plan only to resources without a record", async () => {
    const recorded = await fixture.runningVm("recorded");
    const unrecorded = await fixture.runningVm("unrecorded");
    await fixture.forget();
    await fixture.query("UPDATE simulated.instance SET record = NULL WHERE vm_id = $1", [unrecorded]);
    const { workspace } = fixture.world.entry;
    const other = await fixture.world.database.prisma.workspace.create({
      data: { organization_id: workspace.organizationId, name: "three" },
    });
    expect((await fixture.adopt({})).left.map(({ id }) => id)).toEqual([unrecorded]);
    expect(await fixture.adopt({ workspaceId: other.workspace_id, planId: "plan-small" })).toMatchObject({
      adopted: [{ id: unrecorded }],
      left: [],
    });
    expect(
      await fixture.query("SELECT vm_id, workspace_id, plan_id FROM vm WHERE vm_id = ANY ($1) ORDER BY 1", [
        [recorded, unrecorded],
      ]),
    ).toEqual([
      { vm_id: recorded, workspace_id: String(workspace.id), plan_id: "plan-nano" },
      { vm_id: unrecorded, workspace_id: String(other.workspace_id), plan_id: "plan-small" },
    ]);
  });

  test("without a record needs workspace and plan for a VM, assumes ssd for a volume and refuses a subnet", async () => {
    const { vm_id, subnet } = await forgottenVm("old", "10.8");
    const volume_id = await fixture.volumes.attached("old", vm_id);
    const before = await fixture.told();
    await fixture.forget();
    for (const table of ["instance", "volume", "network_configuration"])
      await fixture.query(`UPDATE simulated.${table} SET record = NULL`);
    const refusal = async (request: Parameters<typeof fixture.adopt>[0]) =>
      (await refusalOf(fixture.adopt(request))).message;
    expect(await refusal({ ids: [subnet.subnet_id] })).toContain("has no site record, so it cannot be adopted");
    expect(await refusal({ ids: [vm_id] })).toContain("has no site record: name its workspace and its plan.");
    const workspaceId = fixture.world.entry.workspace.id;
    expect(await refusal({ ids: [vm_id], workspaceId, planId: "plan-none" })).toContain(
      "has the plan plan-none, which the catalog does not have",
    );
    const { adopted } = await fixture.adopt({ ids: [vm_id], workspaceId, planId: "plan-nano" });
    expect(kindsOf(adopted)).toEqual(["vm", "volume"]);
    expect(await fixture.vm(vm_id)).toMatchObject({ name: "old", status: "running", plan_id: "plan-nano" });
    expect(await fixture.volume(volume_id)).toMatchObject({
      status: "in-use",
      attached_vm_id: vm_id,
      size_gb: 10,
      type: "ssd",
    });
    await fixture.apply();
    expect(await fixture.told()).toEqual(before);
    await fixture.query("DELETE FROM simulated.network_configuration WHERE id = $1", [subnet.subnet_id]);
  });
});

describe("a fenced site", () => {
  test("must be resumed before anything is adopted or discarded", async () => {
    const vm_id = await fixture.runningVm("fenced");
    await fixture.forget();
    await fixture.query("UPDATE site_fence SET reason = 'database_behind', detail = 'It is ahead.', fenced_at = now()");
    expect((await refusalOf(fixture.adopt({ ids: [vm_id] }))).message).toBe("The site is fenced: It is ahead.");
    expect((await refusalOf(fixture.discard(vm_id))).message).toBe("The site is fenced: It is ahead.");
    await fixture.resume();
  });
});

describe("discarding an unknown resource", () => {
  test("removes it from its site, leaves a tombstone and audits it", async () => {
    const vm_id = await fixture.runningVm("unwanted");
    await fixture.forget();
    expect(await fixture.discard(vm_id)).toEqual({ kind: "vm", id: vm_id, name: "unwanted" });
    expect(await fixture.instance(vm_id)).toBeUndefined();
    expect((await fixture.unknown()).map(({ id }) => id)).not.toContain(vm_id);
    expect(
      await fixture.query("SELECT kind, reason FROM tombstone WHERE resource_id = $1 ORDER BY kind", [vm_id]),
    ).toEqual([
      { kind: "vm", reason: "deleted" },
      { kind: "vm_network", reason: "deleted" },
    ]);
    expect(
      await fixture.query(
        "SELECT action, actor_type, workspace_id FROM audit_event WHERE resource_id = $1 AND action LIKE 'site.%'",
        [vm_id],
      ),
    ).toEqual([
      { action: "site.discard", actor_type: "operator", workspace_id: String(fixture.world.entry.workspace.id) },
    ]);
  });

  test("is refused for a known resource and for one that another unknown resource needs", async () => {
    const { vm_id, subnet } = await forgottenVm("needed", "10.9");
    expect((await refusalOf(fixture.discard(vm_id))).message).toContain("The site has no unknown resource");
    await fixture.query(
      "INSERT INTO unknown_resource (provider, kind, resource_id, accepted_at) VALUES ('simulated', 'vm', $1, now())",
      [vm_id],
    );
    expect((await refusalOf(fixture.discard(vm_id))).message).toContain("delete it with the API or the console.");
    await fixture.forget();
    expect((await refusalOf(fixture.discard(subnet.subnet_id))).message).toContain(`needs ${subnet.subnet_id}`);
    await fixture.discard(vm_id);
    expect(await fixture.discard(subnet.subnet_id)).toMatchObject({ kind: "subnet" });
    expect(await fixture.atProvider(subnet.subnet_id)).toBeUndefined();
  });
});

test("what is adopted while the site is searched does not become unknown again", async () => {
  const vm_id = await fixture.runningVm("adopted-meanwhile");
  const [vm] = await fixture.query<object>("SELECT * FROM vm WHERE vm_id = $1", [vm_id]);
  await fixture.forgetAlone(vm_id);
  const search = await withoutTriggers(fixture.world.database.pool, async (client) => {
    await client.query("INSERT INTO vm SELECT * FROM jsonb_populate_record(NULL::vm, $1)", [JSON.stringify(vm)]);
    await client.query("DELETE FROM unknown_resource WHERE resource_id = $1", [vm_id]);
    const searched = fixture.reconcile("find-unknown-resources");
    const waiting = () =>
      fixture.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%unknown_resource%'`,
      );
    await expect.poll(waiting).toHaveLength(1);
    return { searched };
  });
  await search.searched;
  expect((await fixture.unknown()).map(({ id }) => id)).not.toContain(vm_id);
  expect(await fixture.query("SELECT provider FROM site_fence WHERE fenced_at IS NOT NULL")).toEqual([]);
});

test("a site record contains no user data", async () => {
  const request = {
    name: "secretive",
    plan_id: "plan-nano",
    template_id: "debian-13",
    user_data: "#cloud-config\n# hidden-password",
  };
  const { vm_id, operation_id } = await fixture.send<{ vm_id: string; operation_id: string }>(
    "cloudVm.create",
    {},
    request,
  );
  const worker = fixture.work();
  await fixture.ended(operation_id);
  await worker.stop();
  const [row] = await fixture.query<{ record: object }>("SELECT record FROM simulated.instance WHERE vm_id = $1", [
    vm_id,
  ]);
  expect(JSON.stringify(row?.record)).toContain("secretive");
  expect(JSON.stringify(row?.record)).not.toContain("hidden-password");
  expect(JSON.stringify(row?.record)).not.toContain("user_data");
});
