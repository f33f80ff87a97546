import type { Backup, SnapshotSet } from "@fulmar/contract";
import { expect, test } from "vitest";
import { refusalOf } from "../compute-fixture.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const fixture = recoveryFixture();

/** A VM with a data volume, both of whose disks hold `past`. The worker is running. */
async function machine(name: string) {
  const vm_id = await fixture.runningVm(name);
  fixture.work();
  const volume_id = await fixture.attachedVolume(vm_id, `${name} data`);
  await writeBoth(vm_id, volume_id, "past");
  return { vm_id, volume_id, root: fixture.root(vm_id) };
}

async function writeBoth(vm_id: string, volume_id: string, content: string) {
  await fixture.write(vm_id, fixture.root(vm_id), content);
  await fixture.write(vm_id, volume_id, content);
}

test("restoring a snapshot restores all volumes, keeps the VM running and fills the manifest", async () => {
  const { vm_id, volume_id, root } = await machine("whole");
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  await writeBoth(vm_id, volume_id, "present");

  expect(await fixture.act("snapshot.restore", { vm_id, snapshot_set_id })).toMatchObject({
    status: "succeeded",
    action: "restore",
  });
  expect([await fixture.read(root), await fixture.read(volume_id)]).toEqual(["past", "past"]);
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
  expect(await fixture.instance(vm_id)).toMatchObject({ power: "running" });
  const { volume_manifest, live_drift_summary } = await fixture.send<SnapshotSet>("snapshot.get", {
    vm_id,
    snapshot_set_id,
  });
  expect(volume_manifest).toMatchObject([
    {
      source_volume_id: root,
      restored_volume_id: root,
      restored_resource_name: "Root",
      restored_device_path: null,
      restored_target_vm_id: vm_id,
    },
    {
      source_volume_id: volume_id,
      restored_volume_id: volume_id,
      restored_resource_name: "whole data",
      restored_device_path: "/dev/vdb",
      restored_target_vm_id: vm_id,
    },
  ]);
  expect(live_drift_summary.drifted).toBe(false);
});

test("a stopped VM is restored and stays stopped", async () => {
  const { vm_id, volume_id, root } = await machine("stopped");
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  await fixture.act("cloudVm.stop", { vm_id });
  await writeBoth(vm_id, volume_id, "present");
  expect(await fixture.act("snapshot.restore", { vm_id, snapshot_set_id })).toMatchObject({ status: "succeeded" });
  expect(await fixture.read(root)).toBe("past");
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "stopped" });
  expect(await fixture.instance(vm_id)).toMatchObject({ power: "stopped" });
});

test("a restore can be limited to named volumes and refuses volumes that are no longer attached", async () => {
  const { vm_id, volume_id, root } = await machine("some");
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  await writeBoth(vm_id, volume_id, "present");
  await fixture.send("volume.detach", { volume_id });
  await expect.poll(() => fixture.send("volume.get", { volume_id })).toMatchObject({ status: "available" });

  const { volume_manifest, live_drift_summary } = await fixture.send<SnapshotSet>("snapshot.get", {
    vm_id,
    snapshot_set_id,
  });
  expect(volume_manifest[1]).toMatchObject({ source_attachment_present: false });
  expect(live_drift_summary).toMatchObject({ drifted: true, missing_from_live: [volume_id], new_live_only: [] });
  expect(await refusalOf(fixture.send("snapshot.restore", { vm_id, snapshot_set_id }))).toMatchObject({
    status: 409,
    code: "volume_not_attached",
    blockers: [{ type: "volume", id: volume_id, name: "some data" }],
  });
  expect(await fixture.act("snapshot.restore", { vm_id, snapshot_set_id }, { volume_ids: [root] })).toMatchObject({
    status: "succeeded",
  });
  expect([await fixture.read(root), await fixture.read(volume_id)]).toEqual(["past", "present"]);
  const other = await fixture.send<{ volume_id: string }>(
    "volume.create",
    {},
    { name: "never captured", size_gb: 10, site_id: "site-ams-1" },
  );
  expect(
    await refusalOf(fixture.send("snapshot.restore", { vm_id, snapshot_set_id }, { volume_ids: [other.volume_id] })),
  ).toMatchObject({ status: 404 });
});

test("each backup of a chain restores the content of its own time", async () => {
  const { vm_id, volume_id, root } = await machine("chain");
  await fixture.send("backupPolicy.enable", { vm_id });
  const full = await fixture.backup(vm_id);
  await fixture.write(vm_id, root, "second");
  const second = await fixture.backup(vm_id);
  await fixture.write(vm_id, volume_id, "third");
  const third = await fixture.backup(vm_id);
  await writeBoth(vm_id, volume_id, "present");

  expect(
    [full, second, third].map(({ type, parent_backup_id, chain_id }) => [type, parent_backup_id, chain_id]),
  ).toEqual([
    ["full", null, full.backup_id],
    ["incremental", full.backup_id, full.backup_id],
    ["incremental", second.backup_id, full.backup_id],
  ]);
  expect(second.size_bytes).toBeLessThan(full.size_bytes ?? 0);
  for (const [{ backup_id }, contents] of [
    [third, ["second", "third"]],
    [full, ["past", "past"]],
    [second, ["second", "past"]],
  ] as const) {
    expect(await fixture.act("backup.restore", { vm_id, backup_id })).toMatchObject({ status: "succeeded" });
    expect([await fixture.read(root), await fixture.read(volume_id)]).toEqual(contents);
    const { volume_manifest } = await fixture.send<Backup>("backup.get", { vm_id, backup_id });
    expect(volume_manifest.map((item) => item.restored_target_vm_id)).toEqual([vm_id, vm_id]);
  }
});

test("a volume attached after the last backup is fully contained in the next incremental one", async () => {
  const vm_id = await fixture.runningVm("grown");
  fixture.work();
  await fixture.backup(vm_id);
  const volume_id = await fixture.attachedVolume(vm_id, "new");
  await fixture.write(vm_id, volume_id, "past");
  const { backup_id, volume_manifest_summary } = await fixture.backup(vm_id, { type: "incremental" });
  expect(volume_manifest_summary.summary_text).toBe("Root + new");
  await fixture.write(vm_id, volume_id, "present");
  await fixture.act("backup.restore", { vm_id, backup_id });
  expect(await fixture.read(volume_id)).toBe("past");
});

test("a cancelled restore leaves the content as it was", async () => {
  const vm_id = await fixture.runningVm("to cancel");
  const worker = fixture.work();
  await fixture.write(vm_id, fixture.root(vm_id), "past");
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "s" });
  await fixture.write(vm_id, fixture.root(vm_id), "present");
  await worker.stop();
  const { operation_id } = await fixture.send<{ operation_id: string }>("snapshot.restore", { vm_id, snapshot_set_id });
  // The name makes every step wait. The poll skips all waits but that of the last step, so that the test can cancel it.
  await fixture.query(
    "UPDATE operation SET input = input || jsonb_build_object('name', 'slow-600000--x') WHERE operation_id = $1",
    [operation_id],
  );
  const last = "boot-restored-instance";
  const goesOn =
    "UPDATE operation SET run_at = now() WHERE operation_id = $1 AND status = 'waiting' AND current_step <> $2";
  fixture.work();
  const reached = async () => {
    await fixture.query(goesOn, [operation_id, last]);
    return fixture.send("operation.get", { operation_id });
  };
  await expect.poll(reached).toMatchObject({ status: "waiting", current_step: last });
  expect(await fixture.read(fixture.root(vm_id))).toBe("past");
  await fixture.send("operation.cancel", { operation_id });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "cancelled" });
  expect(await fixture.read(fixture.root(vm_id))).toBe("present");
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
  expect(await fixture.kept(vm_id)).toEqual([snapshot_set_id]);
});

test("GPU VMs have snapshots and backups, which only their own operations can see", async () => {
  const { vm_id, operation_id } = await fixture.send<{ vm_id: string; operation_id: string }>(
    "gpuVm.create",
    {},
    { name: "train", plan_id: "plan-gpu-l4-1", template_id: "debian-13" },
  );
  fixture.work();
  await fixture.ended(operation_id);
  await fixture.write(vm_id, fixture.root(vm_id), "past");
  await fixture.act("gpuSnapshot.create", { vm_id }, { name: "s" });
  await fixture.act("gpuBackup.create", { vm_id });
  await fixture.write(vm_id, fixture.root(vm_id), "present");
  const { snapshots } = await fixture.send<{ snapshots: SnapshotSet[] }>("gpuSnapshot.list", { vm_id });
  expect(snapshots).toMatchObject([{ vm_type: "gpu", status: "succeeded", vm_name: "train" }]);
  const [backup] = await fixture.send<Backup[]>("gpuBackup.list", { vm_id });
  expect(backup).toMatchObject({ vm_type: "gpu", status: "succeeded", type: "full" });
  const params = { vm_id, snapshot_set_id: snapshots[0]?.snapshot_set_id };
  expect(await refusalOf(fixture.send("snapshot.get", params))).toMatchObject({ status: 404 });
  expect(await refusalOf(fixture.send("snapshot.delete", params))).toMatchObject({ status: 404 });
  expect(await refusalOf(fixture.send("backup.list", { vm_id }))).toMatchObject({ status: 404 });
  expect(await fixture.act("gpuSnapshot.restore", params)).toMatchObject({ status: "succeeded" });
  expect(await fixture.read(fixture.root(vm_id))).toBe("past");
});
