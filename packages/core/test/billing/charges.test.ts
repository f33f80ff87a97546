// Triggers open and close charges as resources change, so these tests write to the resources' tables.
import type { Database } from "@fulmar/prisma";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { seedPlatform } from "../../src/operator.ts";

const HOUR_MS = 3_600_000;

let testDatabase: TestDatabase;
let database: Database;
let workspace_id: bigint;
let count = 0;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await seedPlatform(database, { environment: "development" });
  await database.prisma.organization.create({ data: { organization_id: "org", name: "Test" } });
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  ({ workspace_id } = await database.prisma.workspace.create({
    data: { organization_id: "org", name: `workspace ${++count}` },
  }));
});

/** The open charges of the workspace, such as "vm.nano × 1". */
async function charged(): Promise<string[]> {
  const open = await database.prisma.charge.findMany({ where: { workspace_id, charged_until: null } });
  return open.map((charge) => `${charge.sku_code} × ${charge.quantity}`).sort();
}

/** All periods of charges, in order. */
async function history(): Promise<string[]> {
  const all = await database.prisma.charge.findMany({
    where: { workspace_id },
    orderBy: [{ charged_from: "asc" }, { charge_id: "asc" }],
  });
  return all.map((charge) => `${charge.sku_code} × ${charge.quantity}${charge.charged_until === null ? "" : " ended"}`);
}

type Changes = Parameters<Database["prisma"]["vm"]["update"]>[0]["data"];

const machine = {
  site_id: "site-ams-1",
  template_id: "debian-13",
  cpu: 1,
  ram_mb: 1024,
  os_type: "linux",
  os_distro: "debian",
};

/**
 * Inserts a VM as its create does: an operation holds it.
 * @returns a function that changes it
 */
async function newVm(disk_gb = 20) {
  const vm_id = `vm-${count}`;
  const shared = { ...machine, vm_id, workspace_id, name: vm_id, plan_id: "plan-nano", disk_gb };
  await database.prisma.vm.create({ data: { ...shared, type: "cloud", status: "pending", operation_id: "op" } });
  return (changes: Changes) => database.prisma.vm.update({ where: { vm_id }, data: changes });
}

describe("a VM", () => {
  const settled = (status: "running" | "stopped" | "error") => ({ status, operation_id: null });

  test("is charged from its successful create until it is deleted, in every state", async () => {
    const move = await newVm();
    for (const status of ["creating", "provisioning", "configuring"] as const) await move({ status });
    expect(await charged()).toEqual([]);
    await move(settled("running"));
    const changes = [
      "stopping",
      "starting",
      "rebooting",
      "resizing",
      "resizing_plan",
      "resizing_disk",
      "attaching_volume",
      "detaching_volume",
      "deleting",
    ] as const;
    for (const status of changes) {
      await move({ status, operation_id: "op" });
      expect(await charged(), status).toEqual(["vm.nano × 1"]);
      await move(settled("stopped"));
    }
    await move({ status: "deleting", operation_id: "op" });
    await move({ status: "deleted", operation_id: null, deleted_at: new Date() });
    expect(await history()).toEqual(["vm.nano × 1 ended"]);
  });

  test("is never charged when its create failed", async () => {
    const move = await newVm();
    await move(settled("error"));
    await move({ status: "deleting", operation_id: "op" });
    await move({ status: "deleted", operation_id: null, deleted_at: new Date() });
    expect(await history()).toEqual([]);
  });

  test("is not charged while it is lost, and charged again when it is found", async () => {
    const move = await newVm();
    await move(settled("running"));
    await move(settled("error"));
    expect(await charged()).toEqual([]);
    await move(settled("running"));
    expect(await history()).toEqual(["vm.nano × 1 ended", "vm.nano × 1"]);
  });

  test("is charged for root disk beyond its plan, and for a new plan from the change on", async () => {
    const plans = await database.prisma.plan.findMany({ where: { plan_id: { in: ["plan-nano", "plan-small"] } } });
    const sizes = new Map(plans.map((plan) => [plan.plan_id, plan.disk_gb]));
    const nano = sizes.get("plan-nano") ?? 0;
    const small = sizes.get("plan-small") ?? 0;
    const move = await newVm(nano + 5);
    await move(settled("running"));
    expect(await charged()).toEqual(["disk.root × 5", "vm.nano × 1"]);
    await move({ disk_gb: small + 10 });
    expect(await charged()).toEqual([`disk.root × ${small + 10 - nano}`, "vm.nano × 1"]);
    await move({ plan_id: "plan-small" });
    expect(await charged()).toEqual(["disk.root × 10", "vm.small × 1"]);
    await move({ plan_id: "plan-nano", disk_gb: nano });
    expect(await charged()).toEqual(["vm.nano × 1"]);
    await move({ name: "renamed" });
    expect(await history()).toHaveLength(6);
  });

  test("is no longer charged when its row is removed", async () => {
    const move = await newVm();
    await move(settled("running"));
    await database.prisma.vm.deleteMany({ where: { workspace_id } });
    expect(await history()).toEqual(["vm.nano × 1 ended"]);
  });

  test("is charged for backups while the policy is enabled and the VM exists", async () => {
    const move = await newVm();
    await move(settled("running"));
    const when = {
      frequency: "daily" as const,
      timezone: "UTC",
      hour: 1,
      minute: 0,
      window_minutes: 60,
      retention_days: 7,
    };
    const next = { next_run_at: new Date(), start_at: new Date() };
    const shared = {
      workspace_id,
      vm_id: `vm-${count}`,
      incremental_enabled: true,
      full_backup_interval_days: 7,
      requested_by: "x",
      storage_backend: "x",
    };
    await database.prisma.backupPolicy.create({ data: { ...shared, ...when, ...next, policy_id: `policy-${count}` } });
    expect(await charged()).toEqual(["backup.policy × 1", "vm.nano × 1"]);
    await database.prisma.backupPolicy.updateMany({
      where: { workspace_id },
      data: { enabled: false, next_run_at: null, start_at: null },
    });
    expect(await charged()).toEqual(["vm.nano × 1"]);
    await database.prisma.backupPolicy.updateMany({
      where: { workspace_id },
      data: { enabled: true, ...next, hour: 2 },
    });
    await database.prisma.vm.deleteMany({ where: { workspace_id } });
    expect(await history()).toEqual(["vm.nano × 1 ended", "backup.policy × 1 ended", "backup.policy × 1 ended"]);
  });
});

test("a volume is charged per gigabyte from available until deleted, except in error", async () => {
  const volume = {
    workspace_id,
    volume_id: `vol-${count}`,
    name: "v",
    size_gb: 10,
    type: "ssd" as const,
    site_id: "site-ams-1",
  };
  await database.prisma.volume.create({ data: { ...volume, status: "creating", operation_id: "op" } });
  const move = (data: Parameters<Database["prisma"]["volume"]["updateMany"]>[0]["data"]) =>
    database.prisma.volume.updateMany({ where: { workspace_id }, data });
  expect(await charged()).toEqual([]);
  await move({ status: "available", operation_id: null });
  await newVm();
  await move({ status: "attaching", operation_id: "op", attached_vm_id: `vm-${count}`, device_path: "/dev/vdb" });
  await move({ status: "in_use", operation_id: null });
  await move({ status: "resizing", operation_id: "op" });
  expect(await charged()).toEqual(["volume.ssd × 10"]);
  await move({ status: "in_use", operation_id: null, size_gb: 30 });
  await move({ status: "error", attached_vm_id: null, device_path: null, error_message: "x" });
  expect(await charged()).toEqual([]);
  await move({ status: "available", error_message: null });
  await move({ status: "deleting" });
  expect(await charged()).toEqual(["volume.ssd × 30"]);
  await move({ status: "deleting", deleted_at: new Date() });
  expect(await history()).toEqual(["volume.ssd × 10 ended", "volume.ssd × 30 ended", "volume.ssd × 30 ended"]);
});

test("a bucket is charged while it exists, and a new bucket of the same name gets its own charge", async () => {
  const bucket = { workspace_id, name: "photos", region: "eu-west-1", is_public: false, bucket_lock_enabled: false };
  for (const bucket_id of ["one", "two"]) {
    await database.prisma.bucket.create({ data: { ...bucket, bucket_id: `${bucket_id}-${count}` } });
    expect(await charged()).toEqual(["bucket.standard × 1"]);
    await database.prisma.bucket.deleteMany({ where: { workspace_id } });
  }
  expect(await history()).toEqual(["bucket.standard × 1 ended", "bucket.standard × 1 ended"]);
});

test("a distribution is charged from its first deployment on, even while disabled or redeployed", async () => {
  const distribution = {
    workspace_id,
    distribution_id: `cdn-${count}`,
    name: "d",
    origin_type: "custom" as const,
    origin_id: "https://example.com",
    cache_policy: "short",
  };
  await database.prisma.cdnDistribution.create({ data: { ...distribution, status: "deploying" } });
  const move = (status: "active" | "disabled" | "deploying") =>
    database.prisma.cdnDistribution.updateMany({
      where: { workspace_id },
      data: { status, enabled: status !== "disabled" },
    });
  expect(await charged()).toEqual([]);
  for (const status of ["active", "deploying", "active", "disabled", "active"] as const) {
    await move(status);
    expect(await charged(), status).toEqual(["cdn.distribution × 1"]);
  }
  await database.prisma.cdnDistribution.deleteMany({ where: { workspace_id } });
  expect(await history()).toEqual(["cdn.distribution × 1 ended"]);
});

test("a reserved address is charged and a platform-assigned one is not", async () => {
  const shared = { workspace_id, site_id: "site-ams-1" };
  await database.prisma.reservedIp.create({
    data: { ...shared, public_ip_id: `lent-${count}`, reservation_type: "platform_assigned" },
  });
  expect(await charged()).toEqual([]);
  await database.prisma.reservedIp.create({
    data: { ...shared, public_ip_id: `own-${count}`, reservation_type: "user_reserved" },
  });
  expect(await charged()).toEqual(["ip.reserved × 1"]);
  await database.prisma.reservedIp.updateMany({ where: { workspace_id }, data: { reservation_type: "user_reserved" } });
  expect(await charged()).toEqual(["ip.reserved × 1", "ip.reserved × 1"]);
  await database.prisma.reservedIp.deleteMany({ where: { workspace_id } });
  expect(await charged()).toEqual([]);
});

test("a NAT gateway is charged while it exists", async () => {
  const shared = { workspace_id, vpc_id: `vpc-${count}`, site_id: "site-ams-1" };
  await database.prisma.vpc.create({ data: { ...shared, name: "v", cidr: "10.0.0.0/16" } });
  await database.prisma.natGateway.create({ data: { ...shared, nat_gateway_id: `nat-${count}`, name: "n" } });
  expect(await charged()).toEqual(["nat.gateway × 1"]);
  await database.prisma.natGateway.deleteMany({ where: { workspace_id } });
  expect(await history()).toEqual(["nat.gateway × 1 ended"]);
});

test("concurrent changes of one resource leave no gap, no overlap and one open period", async () => {
  const volume = {
    workspace_id,
    volume_id: `vol-${count}`,
    name: "v",
    size_gb: 1,
    type: "ssd" as const,
    site_id: "site-ams-1",
  };
  await database.prisma.volume.create({ data: { ...volume, status: "available" } });
  const sizes = Array.from({ length: 30 }, (_, index) => index + 2);
  await Promise.all(
    sizes.map((size_gb) => database.prisma.volume.updateMany({ where: { workspace_id }, data: { size_gb } })),
  );
  const periods = await database.prisma.charge.findMany({ where: { workspace_id }, orderBy: { charge_id: "asc" } });
  expect(periods).toHaveLength(31);
  expect(periods.slice(1).map((period) => period.charged_from)).toEqual(
    periods.slice(0, -1).map((period) => period.charged_until),
  );
  expect(periods.at(-1)?.charged_until).toBeNull();
});

test("an hour is not metered while an open transaction may still write charges into it", async () => {
  // An organization of its own: its meter stands at the present hour.
  const { organization_id } = await database.prisma.organization.create({
    data: { organization_id: "slow", name: "Slow" },
  });
  ({ workspace_id } = await database.prisma.workspace.create({ data: { organization_id, name: "slow" } }));
  const begun = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  const slow = database.prisma.$transaction(async (prisma) => {
    await prisma.bucket.create({
      data: {
        workspace_id,
        bucket_id: `slow-${count}`,
        name: "slow",
        region: "eu-west-1",
        is_public: false,
        bucket_lock_enabled: false,
      },
    });
    begun.resolve(undefined);
    await end.promise;
  });
  await begun.promise;
  const meteredUntil = async () =>
    (await database.prisma.meter.findUniqueOrThrow({ where: { organization_id } })).metered_until.getTime();
  const before = Math.floor((Date.now() - 60_000) / HOUR_MS) * HOUR_MS;
  const later = new Date(before + 5 * HOUR_MS + 120_000);
  await meterUsage(database, { now: later });
  expect(await meteredUntil()).toBeLessThanOrEqual(before + HOUR_MS);
  end.resolve(undefined);
  await slow;
  await meterUsage(database, { now: later });
  expect(await meteredUntil()).toBe(before + 5 * HOUR_MS);
});

const GIB = 2n ** 30n;

test("a volume's snapshot is charged for its bytes from its success until its deletion was asked for", async () => {
  const volume = { workspace_id, volume_id: `vol-${count}`, name: "v", size_gb: 10, type: "ssd" as const };
  await database.prisma.volume.create({
    data: { ...volume, site_id: "site-ams-1", status: "creating", operation_id: "op" },
  });
  const snapshot = { workspace_id, snapshot_id: `snap-${count}`, volume_id: volume.volume_id, name: "s", size_gb: 10 };
  await database.prisma.volumeSnapshot.create({ data: snapshot });
  const move = (data: Parameters<Database["prisma"]["volumeSnapshot"]["updateMany"]>[0]["data"]) =>
    database.prisma.volumeSnapshot.updateMany({ where: { workspace_id }, data });
  expect(await charged()).toEqual([]);
  await move({ status: "succeeded", stored_bytes: 2n * GIB + 1n, completed_at: new Date() });
  await move({ name: "renamed" });
  expect(await charged()).toEqual(["snapshot.storage × 3"]);
  await move({ deleted_at: new Date() });
  await database.prisma.volumeSnapshot.deleteMany({ where: { workspace_id } });
  expect(await history()).toEqual(["snapshot.storage × 3 ended"]);
});

test("backups and snapshots of a VM are charged for their bytes until they are deleted", async () => {
  const move = await newVm();
  await move({ status: "running", operation_id: null });
  const vm_id = `vm-${count}`;
  const shared = { workspace_id, vm_id, source_disk_size_gb: 20, storage_backend: "x" };
  const id = `backup-${count}`;
  await database.prisma.backup.create({
    data: { ...shared, backup_id: id, chain_id: id, type: "full", trigger: "manual" },
  });
  const set = {
    snapshot_set_id: `set-${count}`,
    recovery_point_id: `point-${count}`,
    capture_scope: "root_only" as const,
  };
  await database.prisma.snapshotSet.create({ data: { ...shared, ...set, name: "s" } });
  expect(await charged()).toEqual(["vm.nano × 1"]);
  await database.prisma.backup.updateMany({
    where: { workspace_id },
    data: { status: "succeeded", size_bytes: 5n * GIB, finished_at: new Date() },
  });
  const artifacts = { one: { ref: "a", bytes: String(GIB) }, two: { ref: "b", bytes: "1" } };
  await database.prisma.snapshotSet.updateMany({ where: { workspace_id }, data: { status: "succeeded", artifacts } });
  expect(await charged()).toEqual(["backup.storage × 5", "snapshot.storage × 2", "vm.nano × 1"]);
  await database.prisma.backup.updateMany({ where: { workspace_id }, data: { deleted_at: new Date() } });
  await database.prisma.snapshotSet.deleteMany({ where: { workspace_id } });
  expect(await charged()).toEqual(["vm.nano × 1"]);
});

test("parts of uploads and what describes objects are charged as objects are", async () => {
  const bucket_id = `parts-${count}`;
  await database.prisma.bucket.create({
    data: { workspace_id, bucket_id, name: "parts", region: "eu-west-1", is_public: false, bucket_lock_enabled: false },
  });
  const upload = { workspace_id, upload_id: `upload-${count}` };
  await database.prisma.multipartUpload.create({ data: { ...upload, bucket_id, key: "large", content_type: "a/b" } });
  const part = { ...upload, part_number: 1, file_id: `file-${count}`, size: GIB + 1n, etag: "e" };
  await database.prisma.multipartPart.create({ data: part });
  await database.pool.query("SELECT measure_buckets(100)");
  expect(await charged()).toEqual(["bucket.standard × 1", "object.storage × 2"]);
  const described = { slot: 0, object_count: 1n, total_size: 0n, metadata_size: 2n * GIB };
  await database.prisma.bucketUsage.create({ data: { workspace_id, bucket_id, ...described } });
  await database.pool.query("SELECT measure_buckets(100)");
  expect(await charged()).toEqual(["bucket.standard × 1", "object.storage × 4"]);
  await database.prisma.bucketUsage.deleteMany({ where: { workspace_id, bucket_id, slot: 0 } });
  await database.prisma.multipartUpload.deleteMany({ where: upload });
  await database.pool.query("SELECT measure_buckets(100)");
  expect(await charged()).toEqual(["bucket.standard × 1"]);
});

test("a bucket is charged for what it was last measured to hold; measuring again changes nothing", async () => {
  const bucket_id = `held-${count}`;
  await database.prisma.bucket.create({
    data: { workspace_id, bucket_id, name: "held", region: "eu-west-1", is_public: false, bucket_lock_enabled: false },
  });
  const hold = (slot: number, total_size: bigint) =>
    database.prisma.bucketUsage.upsert({
      where: { workspace_id_bucket_id_slot: { workspace_id, bucket_id, slot } },
      create: { workspace_id, bucket_id, slot, object_count: 1n, total_size },
      update: { total_size },
    });
  const measure = () => database.pool.query("SELECT measure_buckets(100)");
  await measure();
  expect(await charged()).toEqual(["bucket.standard × 1"]);
  // Of one slot alone the number means nothing: it may be negative.
  await hold(0, 4n * GIB);
  await hold(1, -GIB);
  await Promise.all([measure(), measure()]);
  await measure();
  expect(await charged()).toEqual(["bucket.standard × 1", "object.storage × 3"]);
  // Each hour is metered once, however often metering runs.
  const now = new Date(Date.now() + 8 * HOUR_MS);
  for (let run = 0; run < 2; run++) await meterUsage(database, { now });
  const where = { workspace_id, sku_code: "object.storage" };
  const lines = await database.prisma.usageRecord.findMany({ where, orderBy: { hour: "asc" } });
  expect(new Set(lines.map(({ hour }) => hour.getTime())).size).toBe(lines.length);
  expect(lines.at(-1)).toMatchObject({ quantity: 3, resource_id: "held" });
  const price = 30n; // a millionth of a dollar
  for (const { seconds, amount } of lines) {
    const exact = (price * 3n * BigInt(seconds.times(1000).toFixed()) * 100n * 2n + 3_600_000n) / 7_200_000n;
    expect(amount.times(1e8).toFixed()).toBe(String(exact));
  }
  await hold(0, GIB);
  await measure();
  expect(await charged()).toEqual(["bucket.standard × 1"]);
  await hold(0, 2n * GIB);
  await measure();
  await database.prisma.bucket.deleteMany({ where: { workspace_id } });
  await measure();
  expect(await charged()).toEqual([]);
  expect(await history()).toHaveLength(3);
});
