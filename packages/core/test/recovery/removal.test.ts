import { expect, test } from "vitest";
import { refusalOf } from "../compute-fixture.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const fixture = recoveryFixture();

const expired = (backupIds: readonly string[]) =>
  fixture.query("UPDATE backup SET expires_at = now() - interval '1 second' WHERE backup_id = ANY ($1)", [backupIds]);

async function retain() {
  await fixture.reconcile("expire-backups");
  await fixture.reconcile("remove-recovery-points");
}

test("a deleted snapshot disappears at once and is removed from the provider afterwards", async () => {
  const vm_id = await fixture.runningVm("delete snapshot");
  fixture.work();
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  expect(await fixture.send("snapshot.delete", { vm_id, snapshot_set_id })).toEqual({
    status: "deleted",
    id: snapshot_set_id,
  });
  expect(await fixture.send("snapshot.list", { vm_id })).toEqual({ snapshots: [], total: 0 });
  expect(await refusalOf(fixture.send("snapshot.delete", { vm_id, snapshot_set_id }))).toMatchObject({ status: 404 });
  await fixture.snapshot(vm_id, { name: "s" });
  expect(await fixture.kept(vm_id)).toHaveLength(2);
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).not.toContain(snapshot_set_id);
  expect(await fixture.query("SELECT FROM snapshot_set WHERE snapshot_set_id = $1", [snapshot_set_id])).toEqual([]);
});

test("a snapshot or backup that is being restored cannot be deleted", async () => {
  const vm_id = await fixture.runningVm("held points");
  const worker = fixture.work();
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  const { backup_id } = await fixture.backup(vm_id);
  await worker.stop();

  const restoring = await fixture.send<{ operation_id: string }>("backup.restore", { vm_id, backup_id });
  const blockers = [{ type: "operation", id: restoring.operation_id, name: "restore" }];
  expect(await refusalOf(fixture.send("backup.delete", { vm_id, backup_id }))).toMatchObject({
    status: 409,
    code: "backup_being_restored",
    blockers,
  });
  await expired([backup_id]);
  await fixture.reconcile("expire-backups");
  expect(await fixture.backups(vm_id)).toHaveLength(1);
  const again = fixture.work();
  await fixture.ended(restoring.operation_id);
  await again.stop();

  await fixture.send("snapshot.restore", { vm_id, snapshot_set_id });
  expect(await refusalOf(fixture.send("snapshot.delete", { vm_id, snapshot_set_id }))).toMatchObject({
    status: 409,
    code: "snapshot_being_restored",
  });
});

test("a snapshot or backup that an image is made of is neither deleted, expired nor removed", async () => {
  const vm_id = await fixture.runningVm("imaged points");
  const worker = fixture.work();
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  const { backup_id } = await fixture.backup(vm_id);
  await worker.stop();
  type Made = { readonly image_id: string; readonly operation_id: string };
  const make = async (name: string, of: object) => fixture.send<Made>("image.create", {}, { name, ...of });

  const ofSnapshot = await make("of snapshot", { snapshot_set_id });
  const refusal = { status: 409, code: "image_in_progress" };
  expect(await refusalOf(fixture.send("snapshot.delete", { vm_id, snapshot_set_id }))).toMatchObject({
    ...refusal,
    blockers: [{ type: "vm_image", id: ofSnapshot.image_id, name: "of snapshot" }],
  });
  // A deletion that came between the read of the snapshot and the row of the image.
  await fixture.query("UPDATE snapshot_set SET deleted_at = now() WHERE snapshot_set_id = $1", [snapshot_set_id]);
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toContain(snapshot_set_id);
  const first = fixture.work();
  expect(await fixture.ended(ofSnapshot.operation_id)).toMatchObject({ status: "succeeded" });
  await first.stop();
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).not.toContain(snapshot_set_id);

  const ofBackup = await make("of backup", { backup_id });
  const blockers = [{ type: "vm_image", id: ofBackup.image_id, name: "of backup" }];
  const ofVm = fixture.send("backup.delete", { vm_id, backup_id });
  expect(await refusalOf(ofVm)).toMatchObject({ ...refusal, blockers });
  const ofWorkspace = fixture.send("workspaceBackup.delete", { backup_id });
  expect(await refusalOf(ofWorkspace)).toMatchObject({ ...refusal, blockers });
  await expired([backup_id]);
  await retain();
  expect(await fixture.backups(vm_id)).toMatchObject([{ backup_id }]);
  const second = fixture.work();
  expect(await fixture.ended(ofBackup.operation_id)).toMatchObject({ status: "succeeded" });
  await second.stop();
  await retain();
  expect(await fixture.backups(vm_id)).toEqual([]);
  expect(await fixture.kept(vm_id)).toEqual([]);
});

test("a backup with later backups in its chain is deleted only after them", async () => {
  const vm_id = await fixture.runningVm("delete chain");
  fixture.work();
  const full = await fixture.backup(vm_id);
  const second = await fixture.backup(vm_id, { type: "incremental" });
  const third = await fixture.backup(vm_id, { type: "incremental" });
  const refusal = await refusalOf(fixture.send("backup.delete", { vm_id, backup_id: full.backup_id }));
  expect(refusal).toMatchObject({
    status: 409,
    code: "backup_in_use",
    blockers: [
      { type: "backup", id: third.backup_id, name: "incremental backup" },
      { type: "backup", id: second.backup_id, name: "incremental backup" },
    ],
  });
  for (const { backup_id } of [third, second, full])
    expect(await fixture.send("backup.delete", { vm_id, backup_id })).toEqual({ status: "deleted", id: backup_id });
  expect(await fixture.backups(vm_id)).toEqual([]);
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([]);
});

test("either an incremental backup or the concurrent deletion of its parent succeeds, but not both", async () => {
  const vm_id = await fixture.runningVm("race");
  const worker = fixture.work();
  const { backup_id } = await fixture.backup(vm_id);
  await worker.stop();
  const answers = await Promise.allSettled([
    fixture.send("backup.create", { vm_id }, { type: "incremental" }),
    fixture.send("backup.delete", { vm_id, backup_id }),
  ]);
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
});

test("a chain expires as a whole, and its newest backup stays while the policy is enabled", async () => {
  const vm_id = await fixture.runningVm("retention");
  fixture.work();
  await fixture.send("backupPolicy.enable", { vm_id });
  const old = [await fixture.backup(vm_id), await fixture.backup(vm_id)].map(({ backup_id }) => backup_id);
  await expired(old.slice(0, 1));
  await retain();
  expect((await fixture.backups(vm_id)).map(({ backup_id }) => backup_id)).toEqual(old.toReversed());

  await expired(old);
  await retain();
  expect(await fixture.kept(vm_id)).toEqual(old);
  const { backup_id: newest } = await fixture.backup(vm_id, { type: "full" });
  await expired([...old, newest]);
  await retain();
  expect(await fixture.kept(vm_id)).toEqual([newest]);

  await fixture.send("backupPolicy.disable", { vm_id });
  expect(await fixture.backups(vm_id)).toHaveLength(1);
  await retain();
  expect(await fixture.kept(vm_id)).toEqual([]);
  expect(await fixture.backups(vm_id)).toEqual([]);
});

test("a new retention applies to existing backups, except those made without a policy", async () => {
  const vm_id = await fixture.runningVm("new retention");
  fixture.work();
  const { expires_at } = await fixture.backup(vm_id);
  expect(expires_at).toBeNull();
  await fixture.send("backupPolicy.enable", { vm_id }, { retention_days: 10 });
  const days = ({ expires_at: end, finished_at }: { expires_at: string | null; finished_at: string | null }) =>
    (Date.parse(end ?? "") - Date.parse(finished_at ?? "")) / 86_400_000;
  expect(days(await fixture.backup(vm_id))).toBe(10);
  await fixture.send("backupPolicy.update", { vm_id }, { retention_days: 3 });
  const [policied, free] = await fixture.backups(vm_id);
  expect(policied === undefined ? undefined : days(policied)).toBe(3);
  expect(free?.expires_at).toBeNull();
});

test("deleting a VM removes its snapshots and backups and disables its policy", async () => {
  const vm_id = await fixture.runningVm("gone");
  fixture.work();
  await fixture.send("backupPolicy.enable", { vm_id });
  await fixture.snapshot(vm_id, { name: "s" });
  await fixture.backup(vm_id);
  await fixture.backup(vm_id);
  expect(await fixture.act("cloudVm.delete", { vm_id })).toMatchObject({ status: "succeeded" });
  expect(await fixture.backups(vm_id)).toEqual([]);
  expect(await fixture.send("snapshot.list", { vm_id })).toEqual({ snapshots: [], total: 0 });
  expect(await fixture.send("backupPolicy.get", { vm_id })).toMatchObject({ enabled: false, next_run_at: null });
  expect(await refusalOf(fixture.send("backupPolicy.update", { vm_id }, { retention_days: 1 }))).toMatchObject({
    status: 409,
    code: "vm_deleted",
  });
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([]);
});

test("copies of a purged VM are removed from the provider although their rows are gone", async () => {
  const vm_id = await fixture.runningVm("purged");
  fixture.work();
  await fixture.send("backupPolicy.enable", { vm_id });
  await fixture.snapshot(vm_id, { name: "s" });
  await fixture.backup(vm_id);
  await fixture.backup(vm_id);
  const kept = await fixture.kept(vm_id);
  await fixture.query("UPDATE vm SET status = 'deleted', deleted_at = now() - interval '8 days' WHERE vm_id = $1", [
    vm_id,
  ]);
  await fixture.reconcile("purge-deleted-vms");
  expect(await fixture.query("SELECT FROM backup WHERE vm_id = $1", [vm_id])).toEqual([]);
  expect(await fixture.kept(vm_id)).toEqual(kept);
  await fixture.reconcile("remove-leftover-copies");
  expect(await fixture.kept(vm_id)).toEqual([]);
});

test("copies of failed operations are removed, and known and unknown copies stay", async () => {
  const vm_id = await fixture.runningVm("leftovers");
  fixture.work();
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  const { backup_id } = await fixture.backup(vm_id);
  const leave = async (id: string) => {
    await fixture.query(
      "INSERT INTO simulated.snapshot (snapshot_id, volume_id, vm_id, size_bytes) VALUES ('snap_' || $2, 'x', $1, 1)",
      [vm_id, id],
    );
    await fixture.query(
      `INSERT INTO simulated.backup (backup_id, volume_id, vm_id, content, size_bytes)
         VALUES ('bkp_' || $2, 'x', $1, '', 1)`,
      [vm_id, id],
    );
    await fixture.query(
      `INSERT INTO simulated.backup (backup_id, volume_id, vm_id, parent_backup_id, content, size_bytes)
       VALUES ('bkp_' || $2 || '_too', 'x', $1, 'bkp_' || $2, '', 1)`,
      [vm_id, id],
    );
  };
  await leave("failed");
  await fixture.query(
    `INSERT INTO tombstone (provider, kind, resource_id, vm_id, reason)
     SELECT 'simulated', kind, id, $1, 'failed'
       FROM (VALUES ('snapshot', 'snap_failed'), ('backup', 'bkp_failed'), ('backup', 'bkp_failed_too'))
         AS t (kind, id)`,
    [vm_id],
  );
  await leave("nobody");
  await fixture.reconcile("remove-leftover-copies");
  expect(await fixture.kept(vm_id)).toEqual([
    backup_id,
    "bkp_nobody",
    "bkp_nobody_too",
    snapshot_set_id,
    "snap_nobody",
  ]);
});

test("the end of a VM waits for the deletion of one of its backups and causes no deadlock", async () => {
  const vm_id = await fixture.runningVm("ends");
  const worker = fixture.work();
  const { backup_id } = await fixture.backup(vm_id);
  await worker.stop();
  const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id });
  const deletion = await fixture.world.database.pool.connect();
  try {
    await deletion.query("BEGIN");
    await deletion.query("SELECT FROM vm WHERE vm_id = $1 FOR NO KEY UPDATE", [vm_id]);
    fixture.work();
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(() => fixture.query(waiting, [])).toHaveLength(1);
    expect(
      (await deletion.query("SELECT FROM backup WHERE backup_id = $1 FOR UPDATE NOWAIT", [backup_id])).rowCount,
    ).toBe(1);
    await deletion.query("COMMIT");
  } finally {
    deletion.release();
  }
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
});
