import type { CloudVmDetail, Page, SnapshotSet } from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../compute-fixture.ts";
import { SITE } from "../network-fixture.ts";
import { strangersFixture } from "./strangers-fixture.ts";

const fixture = strangersFixture();

const { signal } = new AbortController();
const NOTHING = { machine: undefined, volume: undefined };
const found = async (machine: string, volume = "") => {
  const { machines, volumes } = await fixture.strangers();
  return {
    machine: machines.find(({ name }) => name === machine),
    volume: volumes.find(({ name }) => name === volume),
  };
};
const vmRows = (name: string) => fixture.query("SELECT vm_id FROM vm WHERE name = $1 AND deleted_at IS NULL", [name]);

describe("admin site strangers", () => {
  test("lists machines and volumes that are not Fulmar's, with what is in the way", async () => {
    await fixture.runningVm("ours");
    await fixture.stranger("listed");
    await fixture.strangerVolume("listed-data", "listed", null);
    await fixture.stranger("vanishing");
    await fixture.query("UPDATE simulated.stranger SET ephemeral = true WHERE name = 'vanishing'");
    expect(await found("listed", "listed-data")).toMatchObject({
      machine: {
        ...{ type: "container", power: "running", cpu: 1, ramMb: 1024, diskGb: 20, image: "Debian 12" },
        ...{ addresses: [expect.stringMatching(/^10\./)], volumes: ["listed-data"] },
        obstacles: [expect.stringContaining("It has no size")],
      },
      volume: { sizeGb: null, machines: ["listed"] },
    });
    expect(await found("vanishing")).toMatchObject({ machine: { obstacles: [expect.stringMatching(/ephemeral/)] } });
    expect(await found("ours")).toEqual(NOTHING);
    for (const name of ["listed", "vanishing"])
      expect(await refusalOf(fixture.adoptMachine(name))).toMatchObject({ code: "machine_unfit" });
  });

  test("no reconciler touches a stranger", async () => {
    await fixture.stranger("alone");
    await fixture.strangerVolume("alone-data", "alone");
    const [before, seen] = [await fixture.lasting("alone"), await found("alone", "alone-data")];
    await fixture.reconcileAll();
    await fixture.reconcileAll();
    expect(await fixture.lasting("alone")).toEqual(before);
    const counted = { rxBytes: expect.any(BigInt), txBytes: expect.any(BigInt) };
    expect(await found("alone", "alone-data")).toEqual({ ...seen, machine: { ...seen.machine, ...counted } });
    expect(await fixture.unknown()).toEqual([]);
    expect(await fixture.fence()).toEqual([]);
  });
});

describe("admin site adopt --machine", () => {
  test("a dry run tells what would be recorded and records nothing", async () => {
    await fixture.stranger("tried", { cpu: 3, ram_mb: 6000, disk_gb: 170 });
    await fixture.strangerVolume("tried-data", "tried");
    const tried = await fixture.adoptMachine("tried", { dryRun: true });
    expect(tried).toMatchObject({
      ...{ vmId: null, name: "tried", power: "running", cpu: 3, ramMb: 6000, diskGb: 170 },
      plan: { planId: "plan-large" },
      volumes: [{ name: "tried-data", sizeGb: 5, devicePath: "/dev/vdb" }],
      hourlyPrice: expect.stringMatching(/^0\.\d+$/),
    });
    expect(await vmRows("tried")).toEqual([]);
    expect(await fixture.query("SELECT FROM machine_adoption")).toEqual([]);
    expect(await found("tried", "tried-data")).toMatchObject({ machine: { name: "tried" } });
  });

  test("an adopted machine runs on as a VM with its volume, its address and its price", async () => {
    await fixture.stranger("shop");
    await fixture.strangerVolume("shop-data", "shop");
    const before = await fixture.lasting("shop");
    const vm_id = await fixture.adopted("shop", { name: "Shop 1" });
    expect(await fixture.lasting("shop")).toEqual(before);
    const vm = await fixture.send<CloudVmDetail>("cloudVm.get", { vm_id });
    expect(vm).toMatchObject({
      ...{ name: "Shop 1", status: "running", cpu: 1, ram_mb: 1024, disk_gb: 20, plan_id: "plan-nano" },
      adopted_at: expect.stringMatching(/Z$/),
      ...{ template_id: "unknown", os_type: "linux", os_distro: "unknown", site_id: SITE, operation_id: null },
      private_ip: expect.stringMatching(/^10\./),
      volume_ids: [expect.stringMatching(/^vol_/)],
    });
    expect(await fixture.volume(vm.volume_ids[0] ?? "")).toMatchObject({
      ...{ name: "shop-data", size_gb: 5, status: "in-use", attached_vm_id: vm_id, device_path: "/dev/vdb" },
    });
    expect(await fixture.charges()).toEqual(
      expect.arrayContaining([
        { resource_type: "cloud_vm", resource_id: vm_id, sku_code: "vm.nano", quantity: 1 },
        { resource_type: "volume", resource_id: vm.volume_ids[0], sku_code: "volume.ssd", quantity: 5 },
      ]),
    );
    expect(await fixture.query("SELECT action, actor_type FROM audit_event WHERE resource_id = $1", [vm_id])).toEqual([
      { action: "site.adopt", actor_type: "operator" },
    ]);
    expect(await found("shop", "shop-data")).toEqual(NOTHING);
    await fixture.reconcileAll();
    expect(await fixture.lasting("shop")).toEqual(before);
    expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
    expect(await fixture.fence()).toEqual([]);
    const page = await fixture.send<Page<{ id: string }>>("cloudVm.list", {}, {}, { name: "Shop 1" });
    expect(page).toMatchObject([{ id: vm_id }]);
  });

  test("traffic and metrics begin with the adoption", async () => {
    await fixture.stranger("busy");
    await fixture.query("UPDATE simulated.stranger SET rx_bytes = 1e12, tx_bytes = 1e12 WHERE name = 'busy'");
    const vm_id = await fixture.adopted("busy");
    await fixture.reconcile("record-bandwidth");
    await fixture.reconcile("record-metrics");
    const [day] = await fixture.query<{ rx: number }>(
      "SELECT rx_bytes::float8 AS rx FROM vm_bandwidth WHERE vm_id = $1",
      [vm_id],
    );
    expect(day?.rx).toBeLessThan(1e9);
    expect(await fixture.query("SELECT FROM vm_metric WHERE vm_id = $1", [vm_id])).not.toEqual([]);
  });

  test("it does what every VM does, and its deletion deletes it", async () => {
    await fixture.stranger("able");
    await fixture.strangerVolume("able-data", "able");
    const vm_id = await fixture.adopted("able");
    const { volume_ids } = await fixture.send<CloudVmDetail>("cloudVm.get", { vm_id });
    const spare = await fixture.volumes.available("able-spare");
    const worker = fixture.work();
    for (const change of ["cloudVm.stop", "cloudVm.start", "cloudVm.reboot"] as const) {
      const { operation_id } = await fixture.send<{ operation_id: string }>(change, { vm_id });
      expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    }
    await fixture.act("snapshot.create", { vm_id }, { name: "before", capture_scope: "all_attached" });
    const snapshots = await fixture.send<{ snapshots: SnapshotSet[] }>("snapshot.list", { vm_id });
    expect(snapshots.snapshots).toMatchObject([{ name: "before", status: "succeeded", captured_volume_count: 2 }]);
    await fixture.send("backupPolicy.enable", { vm_id }, { retention_days: 14 });
    await fixture.act("backup.create", { vm_id });
    for (const [change, volume_id] of [
      ["cloudVm.attachVolume", spare],
      ["cloudVm.detachVolume", volume_ids[0]],
      ["cloudVm.attachVolume", volume_ids[0]],
    ] as const) {
      const { operation_id } = await fixture.send<{ operation_id: string }>(change, { vm_id, volume_id });
      expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    }
    const terminal = await (await fixture.world.services.provider("simulated")).compute.openTerminal(
      vm_id,
      { columns: 80, rows: 24 },
      signal,
    );
    terminal.close();
    const rebuild = await refusalOf(fixture.send("cloudVm.rebuild", { vm_id }, {}));
    expect(rebuild).toMatchObject({ errors: [{ field: "template_id" }] });
    const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id });
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    await worker.stop();
    expect(await found("able", "able-data")).toEqual(NOTHING);
    expect(await fixture.instance(vm_id)).toBeUndefined();
    expect(await fixture.volume(volume_ids[0] ?? "")).toMatchObject({ status: "available" });
  });

  test("its network is as it was made: no VPC, no firewall group, no reserved IP", async () => {
    await fixture.stranger("foreign");
    const vm_id = await fixture.adopted("foreign");
    const { vpc_id } = await fixture.vpc("foreign", "10.77.0.0/16");
    const subnet = await fixture.subnet(vpc_id, "foreign", "10.77.0.0/24");
    const group = await fixture.firewallGroup("foreign");
    const ip = await fixture.reservedIp();
    for (const request of [
      () => fixture.attach(subnet, vm_id),
      () => fixture.link(group.firewall_group_id, vm_id),
      () => fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id }),
    ])
      expect(await refusalOf(request())).toMatchObject({
        code: "machine_adopted",
        message: expect.stringMatching(/^The VM was adopted with the network that its operator made/),
      });
    expect(await fixture.query("SELECT FROM network_state WHERE resource_id = $1", [vm_id])).toEqual([]);
  });

  test("plan, quota, funds and names are checked, and force overrides what may be overridden", async () => {
    await fixture.stranger("huge", { cpu: 64, ram_mb: 262_144 });
    await fixture.stranger("open", { cpu: null, ram_mb: null, disk_gb: null });
    await fixture.stranger("plain");
    const code = async (machine: string, request: object = {}) =>
      (await refusalOf(fixture.adoptMachine(machine, request))).code;
    expect(await code("nowhere")).toBe("not_found");
    expect(await code("plain", { workspaceId: 999_999n })).toBe("workspace_missing");
    expect(await code("plain", { planId: "plan-none" })).toBe("plan_missing");
    expect(await code("plain", { name: "not/a name" })).toBe("machine_unfit");
    expect(await code("huge")).toBe("plan_missing");
    expect(await code("huge", { planId: "plan-nano" })).toBe("plan_too_small");
    expect(await code("open")).toBe("plan_missing");
    expect(await fixture.adoptMachine("open", { planId: "plan-small", dryRun: true })).toMatchObject({
      ...{ cpu: 1, ramMb: 2048, diskGb: 40 },
    });
    expect(await fixture.adoptMachine("huge", { planId: "plan-nano", force: true, dryRun: true })).toMatchObject({
      ...{ cpu: 64, ramMb: 262_144, plan: { planId: "plan-nano" } },
    });
    await fixture.stranger("first");
    await fixture.adopted("first", { name: "taken" });
    expect(await code("plain", { name: "taken" })).toBe("name_taken");
    const workspaceId = fixture.world.entry.workspace.id;
    await fixture.query("INSERT INTO quota (workspace_id, resource, \"limit\") VALUES ($1, 'cloud_vms', 0)", [
      workspaceId,
    ]);
    expect(await code("plain")).toBe("quota_exceeded");
    await fixture.query("DELETE FROM quota WHERE workspace_id = $1", [workspaceId]);
    const decades = 1_000_000_000;
    expect(await refusalOf(fixture.adoptMachine("plain", {}, decades))).toMatchObject({ code: "insufficient_funds" });
    expect(await fixture.adoptMachine("plain", { force: true }, decades)).toMatchObject({ vmId: expect.any(String) });
  });

  test("an address of Fulmar's public pool is not taken over", async () => {
    await fixture.stranger("pooled");
    await fixture.query(
      "UPDATE simulated.stranger SET private_ip = (SELECT host(min(address)) FROM public_address) WHERE name = 'pooled'",
    );
    expect(await refusalOf(fixture.adoptMachine("pooled"))).toMatchObject({ code: "address_taken" });
  });
});

describe("an adoption that is interrupted", () => {
  test("before the labels leaves a stranger, and is begun again with the same ids", async () => {
    await fixture.stranger("early");
    await fixture.query(
      `INSERT INTO machine_adoption (provider, machine, vm_id, volumes)
       VALUES ('simulated', 'early', 'vm_early', '{}')`,
    );
    const before = await fixture.lasting("early");
    await fixture.reconcileAll();
    expect(await found("early")).toMatchObject({ machine: { name: "early", obstacles: [] } });
    expect(await fixture.adopted("early")).toBe("vm_early");
    expect(await fixture.lasting("early")).toEqual(before);
    expect(await fixture.query("SELECT FROM machine_adoption WHERE machine = 'early'")).toEqual([]);
  });

  test("after the labels leaves a stranger that nothing removes, and is ended by the same command", async () => {
    await fixture.stranger("late");
    await fixture.strangerVolume("late-data", "late");
    const before = await fixture.lasting("late");
    await fixture.query(
      `INSERT INTO machine_adoption (provider, machine, vm_id, volumes)
       VALUES ('simulated', 'late', 'vm_late', '{"late-data": "vol_late"}')`,
    );
    const [row] = await fixture.query<{ installation_id: string }>("SELECT installation_id FROM installation");
    const record = { installation_id: row?.installation_id ?? "", rows: { vm: [{ vm_id: "vm_late" }] } };
    const { adoption } = await fixture.world.services.provider("simulated");
    const volume = { volume: "late-data", volumeId: "vol_late", volumeName: "late-data", devicePath: "/dev/vdb" };
    await adoption.labelMachine(
      {
        ...{ machine: "late", vmId: "vm_late", vmName: "late", planId: "plan-nano", templateId: "unknown" },
        ...{ rootVolumeId: "root_late", record, volumes: [{ ...volume, record }] },
      },
      signal,
    );
    await fixture.reconcileAll();
    await fixture.reconcileAll();
    expect(await fixture.unknown()).toEqual([]);
    expect(await fixture.fence()).toEqual([]);
    expect(await fixture.lasting("late")).toEqual(before);
    expect(await found("late", "late-data")).toMatchObject({ machine: { volumes: ["late-data"] }, volume: {} });
    expect(await fixture.adopted("late")).toBe("vm_late");
    expect(await fixture.volume("vol_late")).toMatchObject({ status: "in-use", attached_vm_id: "vm_late" });
    expect(await fixture.lasting("late")).toEqual(before);
  });
});

test("a volume that was detached from a machine while its adoption was interrupted is a stranger again", async () => {
  await fixture.stranger("parted");
  await fixture.strangerVolume("parted-data", "parted");
  const record = { installation_id: "", rows: {} };
  await fixture.query(
    `INSERT INTO machine_adoption (provider, machine, vm_id, volumes)
     VALUES ('simulated', 'parted', 'vm_parted', '{"parted-data": "vol_parted"}')`,
  );
  const { adoption, volumes } = await fixture.world.services.provider("simulated");
  const volume = { volume: "parted-data", volumeId: "vol_parted", volumeName: "parted-data", devicePath: "/dev/vdb" };
  await adoption.labelMachine(
    {
      ...{ machine: "parted", vmId: "vm_parted", vmName: "parted", planId: "plan-nano", templateId: "unknown" },
      ...{ rootVolumeId: "root_parted", record, volumes: [{ ...volume, record }] },
    },
    signal,
  );
  await volumes.detachVolume("vol_parted", "vm_parted", signal);
  expect(await fixture.adopted("parted")).toBe("vm_parted");
  await fixture.reconcileAll();
  expect(await found("parted", "parted-data")).toMatchObject({ machine: undefined, volume: { machines: [] } });
  expect(await fixture.unknown()).toEqual([]);
});

describe("admin site release", () => {
  test("the machine runs on with its data, charges end, and it can be adopted again", async () => {
    await fixture.stranger("free");
    await fixture.strangerVolume("free-data", "free");
    const before = await fixture.lasting("free");
    const vm_id = await fixture.adopted("free");
    expect(await fixture.release(vm_id)).toMatchObject({ vmId: vm_id, machine: "free", volumes: ["free-data"] });
    await fixture.reconcileAll();
    await fixture.reconcileAll();
    expect(await fixture.lasting("free")).toEqual(before);
    expect(await fixture.tombstones()).not.toContainEqual(expect.objectContaining({ resource_id: vm_id }));
    expect(await fixture.unknown()).toEqual([]);
    expect(await fixture.vm(vm_id)).toMatchObject({ status: "deleted" });
    expect(
      await fixture.query("SELECT charged_until IS NOT NULL AS ended FROM charge WHERE resource_id = $1", [vm_id]),
    ).toEqual([{ ended: true }]);
    expect(
      await fixture.query("SELECT action FROM audit_event WHERE resource_id = $1 ORDER BY at, action", [vm_id]),
    ).toEqual([{ action: "site.adopt" }, { action: "site.release" }]);
    expect(await refusalOf(fixture.release(vm_id))).toMatchObject({ code: "not_found" });
    const again = await fixture.adopted("free");
    expect(again).not.toBe(vm_id);
    expect(await fixture.lasting("free")).toEqual(before);
    expect(await fixture.vm(again)).toMatchObject({ status: "running" });
  });

  test("a VM that Fulmar created goes too, unless something shared hangs on it", async () => {
    const vm_id = await fixture.runningVm("own");
    const volume_id = await fixture.volumes.attached("own-data", vm_id);
    const { vpc_id } = await fixture.vpc("shared", "10.78.0.0/16");
    const subnet = await fixture.subnet(vpc_id, "shared", "10.78.0.0/24");
    const { allocation_id } = await fixture.attach(subnet, vm_id);
    const group = await fixture.firewallGroup("shared");
    await fixture.link(group.firewall_group_id, vm_id);
    const ip = await fixture.reservedIp();
    await fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id });
    const worker = fixture.work();
    await fixture.act("snapshot.create", { vm_id }, { name: "shared" });
    await worker.stop();
    const refusal = await refusalOf(fixture.release(vm_id));
    expect(refusal).toMatchObject({ code: "vm_in_use", message: expect.stringContaining("subnet shared") });
    expect(refusal.blockers?.map(({ type }) => type)).toEqual(["firewall_group", "reserved_ip", "snapshot", "subnet"]);
    expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });

    await fixture.send("reservedIp.detach", { reserved_ip_id: ip.public_ip_id });
    await fixture.send("firewallInstance.unlink", { firewall_group_id: group.firewall_group_id, vm_id });
    await fixture.send("vpcNode.detach", { vpc_id, allocation_id });
    const { snapshots } = await fixture.send<{ snapshots: SnapshotSet[] }>("snapshot.list", { vm_id });
    for (const { snapshot_set_id } of snapshots) await fixture.send("snapshot.delete", { vm_id, snapshot_set_id });
    const [boot] = await fixture.query("SELECT started_at::text FROM simulated.instance WHERE vm_id = $1", [vm_id]);
    expect(await fixture.release(vm_id)).toMatchObject({ machine: "own", volumes: ["own-data"] });
    await fixture.reconcileAll();
    expect(await fixture.query("SELECT started_at::text FROM simulated.stranger WHERE name = 'own'")).toEqual([boot]);
    expect(await found("own", "own-data")).toMatchObject({ machine: { power: "running" }, volume: {} });
    expect(await refusalOf(fixture.volume(volume_id))).toMatchObject({ code: "not_found" });
    expect(await fixture.vm(await fixture.adopted("own"))).toMatchObject({ name: "own", status: "running" });
  });

  test("a VM under an operation is not released", async () => {
    const { vm_id, operation_id } = await fixture.createVm("held");
    expect(await refusalOf(fixture.release(vm_id))).toMatchObject({
      code: "operation_in_progress",
      blockers: [{ type: "operation", id: operation_id }],
    });
  });

  test("a release that is interrupted leaves the machine alone, and the same command ends it", async () => {
    await fixture.stranger("half");
    await fixture.strangerVolume("half-data", "half");
    const before = await fixture.lasting("half");
    const vm_id = await fixture.adopted("half");
    const { volume_ids } = await fixture.send<CloudVmDetail>("cloudVm.get", { vm_id });
    await (await fixture.world.services.provider("simulated")).adoption.releaseMachine(vm_id, volume_ids, signal);
    await fixture.reconcileAll();
    expect(await fixture.vm(vm_id)).toMatchObject({ status: "error" });
    expect(await fixture.lasting("half")).toEqual(before);
    expect(await fixture.release(vm_id)).toMatchObject({ machine: null });
    await fixture.reconcileAll();
    expect(await fixture.lasting("half")).toEqual(before);
    expect(await fixture.vm(await fixture.adopted("half"))).toMatchObject({ status: "running" });
  });
});

test("a database that has lost an adopted machine adopts it by its record, as it was", async () => {
  await fixture.stranger("lost", { cpu: null, ram_mb: null, disk_gb: null });
  const vm_id = await fixture.adopted("lost", { planId: "plan-small" });
  const [vm, before] = [await fixture.send<CloudVmDetail>("cloudVm.get", { vm_id }), await fixture.lasting("lost")];
  await fixture.forgetAlone(vm_id);
  expect(await fixture.unknown()).toContainEqual({ kind: "vm", id: vm_id });
  expect(await fixture.adopt({ ids: [vm_id] })).toMatchObject({ adopted: [{ id: vm_id, name: "lost" }] });
  expect(await fixture.send("cloudVm.get", { vm_id })).toEqual({ ...vm, updated_at: expect.any(String) });
  expect(await fixture.lasting("lost")).toEqual(before);
  const group = await fixture.firewallGroup("lost");
  expect(await refusalOf(fixture.link(group.firewall_group_id, vm_id))).toMatchObject({ code: "machine_adopted" });
});
