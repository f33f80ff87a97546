import { expect, test } from "vitest";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();

async function audited(vmId: string) {
  const events = await fixture.world.database.prisma.auditEvent.findMany({
    where: { resource_id: vmId, actor_type: "system" },
    orderBy: { audit_event_id: "asc" },
  });
  return events.map((event) => event.action);
}

test("lost and stopped instances change the status of their VMs and are audited", async () => {
  const lost = await fixture.runningVm("lost");
  const stopped = await fixture.runningVm("stopped");
  const well = await fixture.runningVm("well");
  const { pool } = fixture.world.database;
  await pool.query("UPDATE simulated.instance SET vanishes_at = now() WHERE vm_id = $1", [lost]);
  await pool.query("UPDATE simulated.instance SET power = 'stopped' WHERE vm_id = $1", [stopped]);
  await fixture.reconcile("reconcile-instances");
  expect(await fixture.vm(lost)).toMatchObject({ status: "error" });
  expect(await fixture.vm(stopped)).toMatchObject({ status: "stopped" });
  expect(await fixture.vm(well)).toMatchObject({ status: "running" });
  expect(await audited(lost)).toEqual(["vm.instance_lost"]);
  expect(await audited(stopped)).toEqual(["vm.instance_stopped"]);
  expect(await audited(well)).toEqual([]);
  await pool.query("UPDATE simulated.instance SET vanishes_at = NULL WHERE vm_id = $1", [lost]);
  await fixture.reconcile("reconcile-instances");
  expect(await fixture.vm(lost)).toMatchObject({ status: "running" });
});

test("a VM shows its provider's address, except while it is in a VPC or on its way out", async () => {
  const moved = await fixture.runningVm("moved");
  const { site_id } = await fixture.world.database.prisma.vm.findUniqueOrThrow({ where: { vm_id: moved } });
  const { vpc_id } = await fixture.send<{ vpc_id: string }>(
    "vpc.create",
    {},
    { name: "around", site_id, cidr: "10.77.0.0/16" },
  );
  const { subnet_id } = await fixture.send<{ subnet_id: string }>(
    "subnet.create",
    { vpc_id },
    { name: "inside", cidr: "10.77.1.0/24" },
  );
  const { allocation_id } = await fixture.send<{ allocation_id: string }>(
    "vpcNode.attach",
    { vpc_id },
    { subnet_id, vm_id: moved },
  );
  const shown = async () => (await fixture.vm(moved)).private_ip;
  await fixture.world.database.pool.query("UPDATE simulated.instance SET private_ip = '10.88.0.7' WHERE vm_id = $1", [
    moved,
  ]);
  const before = await shown();
  await fixture.reconcile("reconcile-instances");
  expect(await shown()).toBe(before);
  await fixture.send("vpcNode.detach", { vpc_id, allocation_id });
  await fixture.reconcile("reconcile-instances");
  expect(await shown()).not.toBe("10.88.0.7");
  await fixture.reconcile("apply-networks");
  await fixture.reconcile("reconcile-instances");
  expect(await shown()).toBe("10.88.0.7");
});

test("a VM held by an operation is left alone", async () => {
  const { vm_id } = await fixture.createVm("held");
  await fixture.reconcile("reconcile-instances");
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "pending" });
});

test("only the instances of deleted VMs are removed, and unknown instances stay", async () => {
  const kept = await fixture.runningVm("kept");
  const deleted = await fixture.runningVm("deleted");
  const { database } = fixture.world;
  await database.prisma.vm.update({ where: { vm_id: deleted }, data: { status: "deleted", deleted_at: new Date() } });
  await database.pool.query(
    `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id)
       VALUES ('vm_nobody', 'x', 1, 1, 1, 'x')`,
  );
  await fixture.reconcile("reconcile-instances");
  expect(await fixture.instance(kept)).toBeDefined();
  expect(await fixture.instance(deleted)).toBeUndefined();
  expect(await fixture.instance("vm_nobody")).toBeDefined();
});

test("a tombstone is kept for an hour and removes an instance that reappears", async () => {
  const vm_id = await fixture.runningVm("late");
  const { pool } = fixture.world.database;
  const remembered = async () =>
    (await pool.query("SELECT FROM tombstone WHERE kind = 'vm' AND resource_id = $1", [vm_id])).rowCount;
  await pool.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [vm_id]);
  await fixture.reconcile("reconcile-instances");
  expect(await fixture.instance(vm_id)).toBeUndefined();
  expect(await remembered()).toBe(1);
  await pool.query(
    "INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id) VALUES ($1, 'x', 1, 1, 1, 'x')",
    [vm_id],
  );
  await fixture.reconcile("reconcile-instances");
  expect(await fixture.instance(vm_id)).toBeUndefined();
  await pool.query("UPDATE tombstone SET ended_at = now() - interval '61 minutes' WHERE resource_id = $1", [vm_id]);
  await fixture.reconcile("reconcile-instances");
  expect(await remembered()).toBe(0);
});

test("a VM whose create failed gets a tombstone with reason failed", async () => {
  const { vm_id, operation_id } = await fixture.createVm("fail-at-boot-instance--remembered");
  fixture.work();
  await fixture.ended(operation_id);
  const { rows } = await fixture.world.database.pool.query(
    "SELECT provider, kind, reason FROM tombstone WHERE resource_id = $1",
    [vm_id],
  );
  expect(rows).toEqual([{ provider: "simulated", kind: "vm", reason: "failed" }]);
});

test("traffic is added up when the provider's counters restart", async () => {
  const vm_id = await fixture.runningVm("traffic");
  const { pool } = fixture.world.database;
  const month = new Date().toISOString().slice(0, 7);
  const counted = () =>
    fixture.send<{ rx_bytes: number; tx_bytes: number; last_updated_at: string | null }>(
      "bandwidth.get",
      { vm_id },
      {},
      { month },
    );
  expect(await counted()).toEqual({ month, rx_bytes: 0, tx_bytes: 0, last_updated_at: null });
  const counters = async (rx: number, tx: number) => {
    await pool.query(
      "UPDATE simulated.instance SET power = 'stopped', started_at = NULL, rx_bytes = $2, tx_bytes = $3 WHERE vm_id = $1",
      [vm_id, rx, tx],
    );
    await fixture.reconcile("record-bandwidth");
  };
  await counters(1_000, 100);
  await counters(1_500, 100);
  await counters(200, 30);
  expect(await counted()).toMatchObject({ rx_bytes: 1_700, tx_bytes: 130, last_updated_at: expect.any(String) });
});

test("admissions are deleted after 90 days and not before", async () => {
  const { database } = fixture.world;
  const of = {
    workspace_id: 1n,
    action: "x",
    sku_code: "vm",
    quantity: 1,
    allowed: true,
    reason: "ok",
    actor_type: "user",
    actor_id: "u",
    actor_name: "U",
  };
  const decided = (admission_id: string, days: number) => ({
    ...of,
    admission_id,
    request_id: "r",
    at: new Date(Date.now() - days * 86_400_000),
  });
  await database.prisma.admission.createMany({ data: [decided("adm_old", 90.01), decided("adm_recent", 89.99)] });
  await fixture.reconcile("purge-admissions");
  expect(await database.prisma.admission.findMany({ where: { action: "x" }, select: { admission_id: true } })).toEqual([
    { admission_id: "adm_recent" },
  ]);
});

test("deleted VMs and idempotency keys are deleted after 7 days and not before", async () => {
  const { database } = fixture.world;
  const old = await fixture.runningVm("old");
  const fresh = await fixture.runningVm("fresh");
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await database.prisma.vm.update({ where: { vm_id: old }, data: { status: "deleted", deleted_at: daysAgo(7.01) } });
  await database.prisma.vm.update({ where: { vm_id: fresh }, data: { status: "deleted", deleted_at: daysAgo(6.99) } });
  const key = { workspace_id: 1n, operation: "x", fingerprint: new Uint8Array(), status: 202 };
  await database.prisma.idempotencyKey.createMany({
    data: [
      { ...key, key: "old", created_at: daysAgo(8) },
      { ...key, key: "fresh" },
    ],
  });
  await fixture.reconcile("purge-deleted-vms");
  await fixture.reconcile("purge-idempotency-keys");
  expect(
    await database.prisma.vm.findMany({ where: { vm_id: { in: [old, fresh] } }, select: { vm_id: true } }),
  ).toEqual([{ vm_id: fresh }]);
  expect(await database.prisma.idempotencyKey.findMany({ where: { operation: "x" }, select: { key: true } })).toEqual([
    { key: "fresh" },
  ]);
});
