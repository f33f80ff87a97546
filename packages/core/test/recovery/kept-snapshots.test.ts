// Snapshots that outlive their VM: what stays and what is charged when the VM goes, and what is made of them.
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance, ImageAcceptance, SnapshotSet } from "@fulmar/contract";
import { expect, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { type Input, refusalOf } from "../compute-fixture.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const fixture = recoveryFixture();

const ofVm = async (vm_id: string, query: Input = {}) =>
  (await fixture.send<SnapshotSet[]>("workspaceSnapshot.list", {}, {}, query)).filter(
    (snapshot) => snapshot.vm_id === vm_id,
  );
const charges = (id: string) =>
  fixture.query("SELECT sku_code, charged_until IS NULL AS runs FROM charge WHERE resource_id = $1", [id]);
const reconcile = async (...names: string[]) => {
  for (const name of names) await fixture.reconcile(name);
};

/** A VM with two snapshots of its root disk, the first of which outlives it. */
async function captured(name: string) {
  const vm_id = await fixture.runningVm(name);
  const worker = fixture.work();
  await fixture.write(vm_id, fixture.root(vm_id), "first");
  const marked = await fixture.snapshot(vm_id, { name: "marked", outlives_vm: true });
  await fixture.write(vm_id, fixture.root(vm_id), "second");
  const other = await fixture.snapshot(vm_id, { name: "other" });
  return { vm_id, marked, other, worker };
}

async function deleted(vm_id: string, query: Input = {}) {
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.delete", { vm_id }, {}, query);
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
}

test("a marked snapshot outlives its VM, stays charged and listed, and the others go", async () => {
  const { vm_id, marked, other } = await captured("kept");
  await deleted(vm_id);
  await fixture.query("UPDATE vm SET deleted_at = now() - interval '8 days' WHERE vm_id = $1", [vm_id]);
  await reconcile("remove-recovery-points", "remove-leftover-copies", "purge-deleted-vms");
  expect(await ofVm(vm_id, { kept: true })).toMatchObject([
    { snapshot_set_id: marked.snapshot_set_id, vm_name: "kept", site_id: "site-ams-1", outlives_vm: true },
  ]);
  expect(await ofVm(vm_id, { kept: false })).toEqual([]);
  expect(await fixture.kept(vm_id)).toEqual([marked.snapshot_set_id]);
  expect(await charges(marked.snapshot_set_id)).toEqual([{ sku_code: "snapshot.storage", runs: true }]);
  expect(await charges(other.snapshot_set_id)).toEqual([{ sku_code: "snapshot.storage", runs: false }]);

  const place = { snapshot_set_id: marked.snapshot_set_id };
  expect(await fixture.send("workspaceSnapshot.update", place, { outlives_vm: true })).toMatchObject(place);
  expect(await refusalOf(fixture.send("workspaceSnapshot.update", place, { outlives_vm: false }))).toMatchObject({
    status: 409,
    code: "snapshot_kept",
  });
  await fixture.send("workspaceSnapshot.delete", place);
  expect(await charges(marked.snapshot_set_id)).toEqual([{ sku_code: "snapshot.storage", runs: false }]);
  await reconcile("remove-recovery-points", "purge-deleted-vms");
  expect(await fixture.kept(vm_id)).toEqual([]);
  expect(await fixture.query("SELECT FROM vm WHERE vm_id = $1", [vm_id])).toEqual([]);
});

test("a deletion that says so keeps every snapshot, and a mark that is taken back keeps none", async () => {
  const all = await captured("all");
  await deleted(all.vm_id, { keep_snapshots: true });
  await reconcile("remove-recovery-points");
  expect(await ofVm(all.vm_id)).toMatchObject([{ outlives_vm: true }, { outlives_vm: true }]);
  expect(await fixture.kept(all.vm_id)).toHaveLength(2);

  const none = await captured("none");
  const place = { snapshot_set_id: none.marked.snapshot_set_id };
  expect(await fixture.send("workspaceSnapshot.update", place, { outlives_vm: false })).toMatchObject({
    outlives_vm: false,
  });
  await deleted(none.vm_id);
  await reconcile("remove-recovery-points");
  expect(await ofVm(none.vm_id)).toEqual([]);
  expect(await fixture.kept(none.vm_id)).toEqual([]);
});

test("a deletion that is repeated from any of its steps loses no snapshot that stays", async () => {
  const { vm_id, marked, worker } = await captured("killed");
  await worker.stop();
  await fixture.send("cloudVm.delete", { vm_id });
  // As a worker leaves it that ends after the instance is gone and before that is recorded.
  const { compute } = await fixture.world.services.provider("simulated");
  await compute.deleteInstance(vm_id, AbortSignal.timeout(10_000));
  fixture.work();
  await expect.poll(() => fixture.vm(vm_id)).toMatchObject({ status: "deleted" });
  await reconcile("remove-recovery-points", "remove-leftover-copies");
  expect(await fixture.kept(vm_id)).toEqual([marked.snapshot_set_id]);
});

test("a VM is made of a snapshot of a VM that is gone, and of one that is there", async () => {
  const { vm_id, marked, other } = await captured("again");
  const create = (snapshot_set_id: string, name: string) =>
    fixture.act("workspaceSnapshot.createVm", { snapshot_set_id }, { name, plan_id: "plan-nano" });
  const made = async (name: string) => {
    const [row] = await fixture.query<{ vm_id: string }>("SELECT vm_id FROM vm WHERE name = $1", [name]);
    return row?.vm_id ?? "";
  };
  expect(await create(other.snapshot_set_id, "again-2")).toMatchObject({ status: "succeeded" });
  expect(await fixture.read(fixture.root(await made("again-2")))).toBe("second");
  await deleted(vm_id);
  expect(await create(marked.snapshot_set_id, "again-1")).toMatchObject({ status: "succeeded" });
  expect(await fixture.read(fixture.root(await made("again-1")))).toBe("first");
  expect(await refusalOf(create(other.snapshot_set_id, "none"))).toMatchObject({ status: 404 });
});

test("a snapshot that is deleted while a VM is made of it stays at its site until the VM has it", async () => {
  const { vm_id, marked, other, worker } = await captured("raced");
  await worker.stop();
  const place = { snapshot_set_id: marked.snapshot_set_id };
  const body = { name: "raced-2", plan_id: "plan-nano" };
  const made = await fixture.send<Acceptance>("workspaceSnapshot.createVm", place, body);
  await fixture.send("workspaceSnapshot.delete", place);
  await reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toContain(marked.snapshot_set_id);
  fixture.work();
  expect(await fixture.ended(made.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await fixture.read(fixture.root(made.vm_id))).toBe("first");
  await reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([other.snapshot_set_id]);
});

test("what is brought to another site is a backup there, without the volumes that are not asked for", async () => {
  const vm_id = await fixture.runningVm("far");
  fixture.work();
  const volume_id = await fixture.attachedVolume(vm_id, "data");
  await fixture.write(vm_id, fixture.root(vm_id), "far");
  await fixture.write(vm_id, volume_id, "of the volume");
  const { backup_id } = await fixture.backup(vm_id);
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "far" });
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const { siteId: site_id } = await addSite(database, loadConfiguration(environment), {
    ...{ name: "Far", location: "Nowhere", provider: "simulated" },
  });
  await fixture.reconcile("inspect-hosts");
  const body = { name: "far-1", plan_id: "plan-nano", site_id };
  const made = await fixture.send<Acceptance>(
    "workspaceSnapshot.createVm",
    { snapshot_set_id },
    { ...body, with_volumes: false },
  );
  expect(await fixture.ended(made.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await fixture.vm(made.vm_id)).toMatchObject({ site_id, status: "running" });
  expect(await fixture.read(fixture.root(made.vm_id))).toBe("far");
  const again = { ...body, name: "far-2" };
  expect(await fixture.act("workspaceBackup.createVm", { backup_id }, again)).toMatchObject({ status: "succeeded" });
  const copies = "SELECT DISTINCT volume_id LIKE 'root%' AS root FROM simulated.backup WHERE provider = $1";
  expect(await fixture.query(copies, [`simulated:${site_id}`])).toHaveLength(2);
  await reconcile("remove-leftover-copies");
  expect(await fixture.query(copies, [`simulated:${site_id}`])).toEqual([]);
  expect(await fixture.kept(vm_id)).toEqual([backup_id, snapshot_set_id]);
});

test("an image is made of a snapshot whose VM is gone, and holds the snapshot until it is", async () => {
  const { vm_id, marked } = await captured("imaged");
  await deleted(vm_id);
  const place = { snapshot_set_id: marked.snapshot_set_id };
  const body = { name: "of the past", ...place };
  const { operation_id, image_id } = await fixture.send<ImageAcceptance>("image.create", {}, body);
  expect(await refusalOf(fixture.send("image.create", {}, { name: "of the VM", vm_id }))).toMatchObject({
    status: 409,
  });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded", error_message: null });
  expect(await fixture.send("image.get", { image_id })).toMatchObject({
    ...{ status: "available", site_ids: ["site-ams-1"] },
    source: { type: "snapshot", id: marked.snapshot_set_id, vm_id, vm_name: "imaged" },
  });
  expect(await fixture.query("SELECT content FROM simulated.image WHERE image_id = $1", [image_id])).toEqual([
    { content: "first" },
  ]);
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "deleted", operation_id: null });
  await fixture.send("workspaceSnapshot.delete", place);
  await reconcile("remove-recovery-points");
  expect(await fixture.kept(vm_id)).toEqual([]);
});

test("a site that does not exist, and one of another kind, are refused by the field, and LXD takes what LXD has", async () => {
  const { marked, worker } = await captured("stays");
  await worker.stop();
  const create = (site_id: string) =>
    fixture.send<Acceptance>(
      "workspaceSnapshot.createVm",
      { snapshot_set_id: marked.snapshot_set_id },
      { name: "stays-2", plan_id: "plan-nano", site_id },
    );
  expect(await refusalOf(create("site-none"))).toMatchObject({ status: 400, errors: [{ field: "site_id" }] });
  await fixture.query("UPDATE site SET provider = 'lxd:site-fra-1' WHERE site_id = 'site-fra-1'", []);
  expect(await refusalOf(create("site-fra-1"))).toMatchObject({
    status: 400,
    errors: [{ field: "site_id", message: expect.stringContaining("is not a site of the kind") }],
  });
  await fixture.query("UPDATE snapshot_set SET storage_backend = 'lxd:site-ams-1' WHERE snapshot_set_id = $1", [
    marked.snapshot_set_id,
  ]);
  const { operation_id } = await create("site-fra-1");
  expect(await fixture.query("SELECT saga FROM operation WHERE operation_id = $1", [operation_id])).toEqual([
    { saga: "create-vm-elsewhere" },
  ]);
});
