import type { BackupPolicy } from "@fulmar/contract";
import { expect, test } from "vitest";
import { resumeWallet, suspendWallet } from "../../src/billing/index.ts";
import { reconcilers } from "../../src/worker.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const fixture = recoveryFixture();

/**
 * Columns round to milliseconds and may round up. A time that must have passed at the next statement is rounded down.
 */
const DUE = "date_trunc('milliseconds', now())";

/** A VM with a backup that was due this many minutes ago. */
async function dueVm(name: string, minutesAgo = 1, schedule: Record<string, unknown> = {}): Promise<string> {
  const vm_id = await fixture.runningVm(name);
  await fixture.send("backupPolicy.enable", { vm_id }, { schedule });
  await due(vm_id, minutesAgo);
  return vm_id;
}

async function due(vm_id: string, minutesAgo = 1) {
  await fixture.query(
    `UPDATE backup_policy SET next_run_at = now() - $2::int * interval '1 minute', start_at = ${DUE} WHERE vm_id = $1`,
    [vm_id, minutesAgo],
  );
}

const startsNow = (vm_id: string) =>
  fixture.query(`UPDATE backup_policy SET start_at = ${DUE} WHERE vm_id = $1`, [vm_id]);
const windowPasses = (vm_id: string) =>
  fixture.query(`UPDATE backup_policy SET start_at = ${DUE}, wait_until = ${DUE} WHERE vm_id = $1`, [vm_id]);
const policy = (vm_id: string) => fixture.send<BackupPolicy>("backupPolicy.get", { vm_id });
const schedule = () => fixture.reconcile("run-due-backups");

test("a due backup runs once and the policy moves on to its next run", async () => {
  const vm_id = await dueVm("due");
  const slot = (await policy(vm_id)).next_run_at;
  await schedule();
  await schedule();
  const [backup, ...others] = await fixture.backups(vm_id);
  expect(others).toEqual([]);
  expect(backup).toMatchObject({
    trigger: "schedule",
    scheduled_for: slot,
    type: "full",
    status: "queued",
    policy_id: (await policy(vm_id)).policy_id,
  });
  const next = await policy(vm_id);
  expect(next).toMatchObject({
    last_status: "queued",
    last_run_at: expect.any(String),
    next_run_at: expect.stringMatching(/T20:00:00/),
  });
  expect(Date.parse(next.next_run_at ?? "")).toBeGreaterThan(Date.now());
  fixture.work();
  expect(await fixture.ended(backup?.operation_id ?? "")).toMatchObject({ status: "succeeded", action: "snapshot" });
  expect(await policy(vm_id)).toMatchObject({ last_status: "succeeded" });
  await due(vm_id);
  await schedule();
  expect((await fixture.backups(vm_id))[0]).toMatchObject({ type: "incremental", parent_backup_id: backup?.backup_id });
});

test("concurrent schedulers run each slot once", async () => {
  const vms: string[] = [];
  for (let number = 0; number < 12; number++) vms.push(await dueVm(`many ${number}`));
  await Promise.all(Array.from({ length: 4 }, schedule));
  for (const vm_id of vms) expect(await fixture.backups(vm_id)).toHaveLength(1);
  const twice = await fixture.query(
    "SELECT policy_id FROM backup WHERE vm_id = ANY ($1) GROUP BY policy_id, scheduled_for HAVING count(*) > 1",
    [vms],
  );
  expect(twice).toEqual([]);
});

test("the database refuses a second backup for the same slot", async () => {
  const vm_id = await dueVm("slot");
  await schedule();
  const again = fixture.query(
    `INSERT INTO backup (backup_id, workspace_id, vm_id, policy_id, type, chain_id, trigger, scheduled_for,
                         source_disk_size_gb, storage_backend)
     SELECT 'bkp_again', workspace_id, vm_id, policy_id, type, 'bkp_again', trigger, scheduled_for, source_disk_size_gb,
            storage_backend FROM backup WHERE vm_id = $1`,
    [vm_id],
  );
  await expect(again).rejects.toThrow(/backup_slot_unique/);
});

test("a run waits while an operation holds the VM and starts when the VM is free", async () => {
  const vm_id = await dueVm("busy");
  const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.reboot", { vm_id });
  await schedule();
  expect(await fixture.backups(vm_id)).toEqual([]);
  expect(Date.parse((await policy(vm_id)).next_run_at ?? "")).toBeLessThan(Date.now());
  const worker = fixture.work();
  await fixture.ended(operation_id);
  await worker.stop();
  await startsNow(vm_id);
  await schedule();
  expect(await fixture.backups(vm_id)).toMatchObject([{ status: "queued", trigger: "schedule" }]);
});

test("a run that misses its window is listed as failed with a reason", async () => {
  const vm_id = await dueVm("busy for long");
  await fixture.send("cloudVm.reboot", { vm_id });
  await schedule();
  await windowPasses(vm_id);
  await Promise.all([schedule(), schedule()]);
  const [missed, ...others] = await fixture.backups(vm_id);
  expect(others).toEqual([]);
  expect(missed).toMatchObject({
    status: "failed",
    type: "full",
    operation_id: null,
    error_code: "backup_window_passed",
    expires_at: expect.any(String),
  });
  expect(missed?.error_message).toMatch(/window/);
  const after = await policy(vm_id);
  expect(after.last_status).toBe("failed");
  expect(Date.parse(after.next_run_at ?? "")).toBeGreaterThan(Date.now());
});

test("a stopped VM is backed up, and a VM in error is not", async () => {
  const stopped = await dueVm("stopped");
  const broken = await dueVm("broken");
  const worker = fixture.work();
  await fixture.act("cloudVm.stop", { vm_id: stopped });
  await worker.stop();
  await fixture.query("UPDATE vm SET status = 'error' WHERE vm_id = $1", [broken]);
  await schedule();
  expect(await fixture.backups(stopped)).toMatchObject([{ status: "queued" }]);
  expect(await fixture.backups(broken)).toEqual([]);
  await windowPasses(broken);
  await schedule();
  expect(await fixture.backups(broken)).toMatchObject([{ status: "failed", error_code: "vm_in_error" }]);
});

test("a suspended organization's run waits within its window and is then listed as failed", async () => {
  const vm_id = await dueVm("suspended");
  const { organizationId } = fixture.world.entry.workspace;
  await suspendWallet(fixture.world.database, { organizationId, reason: "unpaid" });
  try {
    await schedule();
    expect(await fixture.backups(vm_id)).toEqual([]);
    await windowPasses(vm_id);
    await schedule();
    expect(await fixture.backups(vm_id)).toMatchObject([{ status: "failed", error_code: "account_suspended" }]);
  } finally {
    await resumeWallet(fixture.world.database, { organizationId });
  }
  await due(vm_id);
  await schedule();
  expect((await fixture.backups(vm_id))[0]).toMatchObject({ status: "queued" });
});

test("only one of several missed runs is made up for", async () => {
  const vm_id = await dueVm("down for hours", 305, { frequency: "hourly", minute: 0 });
  for (let run = 0; run < 3; run++) await schedule();
  expect(await fixture.backups(vm_id)).toHaveLength(1);
  expect(Date.parse((await policy(vm_id)).next_run_at ?? "")).toBeGreaterThan(Date.now());
});

test("a disabled policy runs no backups and can be enabled again", async () => {
  const vm_id = await dueVm("disabled");
  expect(await fixture.send("backupPolicy.disable", { vm_id })).toMatchObject({ enabled: false, next_run_at: null });
  await schedule();
  expect(await fixture.backups(vm_id)).toEqual([]);
  expect(await fixture.send("backupPolicy.enable", { vm_id }, { schedule: { hour: 3 } })).toMatchObject({
    enabled: true,
    next_run_at: expect.stringMatching(/T03:00/),
  });
});

test("a backup that fails is listed with its operation's error", async () => {
  const vm_id = await dueVm("vanished");
  await fixture.query("UPDATE simulated.instance SET vanishes_at = now() WHERE vm_id = $1", [vm_id]);
  await schedule();
  fixture.work();
  await expect
    .poll(() => fixture.backups(vm_id))
    .toMatchObject([{ status: "failed", error_code: "instance_not_found", size_bytes: null }]);
  expect(await policy(vm_id)).toMatchObject({ last_status: "failed" });
});

test("a lost parent makes one backup fail, and the next is a full one", async () => {
  const vm_id = await fixture.runningVm("lost chain");
  fixture.work();
  await fixture.send("backupPolicy.enable", { vm_id });
  const { backup_id } = await fixture.backup(vm_id);
  await fixture.query("DELETE FROM simulated.backup WHERE backup_id = $1", [backup_id]);
  expect(await fixture.act("backup.create", { vm_id })).toMatchObject({
    status: "failed",
    error_code: "parent_backup_not_found",
  });
  expect(await fixture.backup(vm_id)).toMatchObject({ type: "full" });
});

test("the scheduler runs at least once a second", () => {
  expect(reconcilers.find(({ name }) => name === "run-due-backups")?.everyMs).toBeLessThanOrEqual(1_000);
});
