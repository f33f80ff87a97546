// Backups that outlive their VM: what stays and what is charged when the VM goes, and what is made of them.
import type { Acceptance, Backup } from "@fulmar/contract";
import { expect, test } from "vitest";
import { type Input, refusalOf } from "../compute-fixture.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const fixture = recoveryFixture();

const ofWorkspace = async (vm_id: string) =>
  (await fixture.send<Backup[]>("workspaceBackup.list", {}, {}, { kept: true })).filter(
    (backup) => backup.vm_id === vm_id,
  );
const charges = (id: string) =>
  fixture.query("SELECT sku_code, charged_until IS NULL AS runs FROM charge WHERE resource_id = $1", [id]);

/** A VM with a full and an incremental backup, deleted. */
async function deleted(name: string, keep_backups: boolean) {
  const vm_id = await fixture.runningVm(name);
  fixture.work();
  await fixture.send("backupPolicy.enable", { vm_id });
  await fixture.write(vm_id, fixture.root(vm_id), "first");
  const full = await fixture.backup(vm_id);
  await fixture.write(vm_id, fixture.root(vm_id), "second");
  const incremental = await fixture.backup(vm_id, { type: "incremental" });
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.delete", { vm_id }, {}, { keep_backups });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  return { vm_id, full, incremental };
}

test("backups that a deletion keeps stay listed, at their site and charged, and no longer expire", async () => {
  const { vm_id, full, incremental } = await deleted("kept", true);
  await fixture.query("UPDATE vm SET deleted_at = now() - interval '8 days' WHERE vm_id = $1", [vm_id]);
  for (const name of ["expire-backups", "remove-recovery-points", "remove-leftover-copies", "purge-deleted-vms"])
    await fixture.reconcile(name);
  expect(await ofWorkspace(vm_id)).toMatchObject(
    [incremental, full].map(({ backup_id }) => ({
      ...{ backup_id, vm_name: "kept", vm_type: "cloud", site_id: "site-ams-1", expires_at: null },
      vm_deleted_at: expect.any(String),
    })),
  );
  expect(await fixture.kept(vm_id)).toEqual([full.backup_id, incremental.backup_id]);
  expect(await charges(full.backup_id)).toEqual([{ sku_code: "backup.storage", runs: true }]);

  expect(await refusalOf(fixture.send("workspaceBackup.delete", { backup_id: full.backup_id }))).toMatchObject({
    status: 409,
    code: "backup_in_use",
  });
  for (const { backup_id } of [incremental, full]) await fixture.send("workspaceBackup.delete", { backup_id });
  expect(await charges(full.backup_id)).toEqual([{ sku_code: "backup.storage", runs: false }]);
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([]);
  await fixture.reconcile("purge-deleted-vms");
  expect(await fixture.query("SELECT FROM vm WHERE vm_id = $1", [vm_id])).toEqual([]);
});

test("without being asked to, a deletion keeps no backup", async () => {
  const { vm_id } = await deleted("not kept", false);
  expect(await ofWorkspace(vm_id)).toEqual([]);
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([]);
});

test("a VM is made of a backup of a VM that is gone, and another while it is there", async () => {
  const { vm_id, full, incremental } = await deleted("again", true);
  const create = (backup_id: string, body: Input) =>
    fixture.act("workspaceBackup.createVm", { backup_id }, { plan_id: "plan-nano", ...body });
  const made: string[] = [];
  for (const [{ backup_id }, name] of [
    [incremental, "again"],
    [full, "again-2"],
  ] as const) {
    const { vm_id: id } = await fixture.send<Acceptance>(
      "workspaceBackup.createVm",
      { backup_id },
      { name, plan_id: "plan-nano" },
    );
    made.push(id);
    await expect.poll(() => fixture.vm(id)).toMatchObject({ status: "running" });
  }
  expect(await Promise.all(made.map((id) => fixture.read(fixture.root(id))))).toEqual(["second", "first"]);
  const [again = ""] = made;
  expect(await fixture.vm(again)).toMatchObject({ site_id: "site-ams-1", os_distro: "debian" });

  // What it has is its own: it stays when the backups go, and is backed up like any other.
  const { backup_id } = await fixture.backup(again);
  for (const backup of [incremental, full])
    await fixture.send("workspaceBackup.delete", { backup_id: backup.backup_id });
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([]);
  expect(await create(backup_id, { name: "third" })).toMatchObject({ status: "succeeded" });
  expect(await refusalOf(create(full.backup_id, { name: "none" }))).toMatchObject({ status: 404 });
});

test("a backup that is deleted while a VM is made of it stays at its site until the VM has it", async () => {
  const vm_id = await fixture.runningVm("raced");
  const worker = fixture.work();
  await fixture.write(vm_id, fixture.root(vm_id), "raced");
  const { backup_id } = await fixture.backup(vm_id);
  await worker.stop();
  const made = await fixture.send<Acceptance>(
    "workspaceBackup.createVm",
    { backup_id },
    { name: "raced-2", plan_id: "plan-nano" },
  );
  await fixture.send("workspaceBackup.delete", { backup_id });
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([backup_id]);
  fixture.work();
  expect(await fixture.ended(made.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await fixture.read(fixture.root(made.vm_id))).toBe("raced");
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([]);
});

test("a disk smaller than that of the backup, and a plan that its site lacks, are refused by the field", async () => {
  const vm_id = await fixture.runningVm("small");
  const worker = fixture.work();
  const { backup_id } = await fixture.backup(vm_id);
  await worker.stop();
  const create = (body: Input) => refusalOf(fixture.send("workspaceBackup.createVm", { backup_id }, body));
  expect(await create({ name: "small-2", plan_id: "plan-nano", disk_gb: 1 })).toMatchObject({
    status: 400,
    errors: [{ field: "disk_gb" }],
  });
  expect(await create({ name: "small-2", plan_id: "plan-gpu-l4-1" })).toMatchObject({ errors: [{ field: "plan_id" }] });
});
