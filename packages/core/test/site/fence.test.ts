import { afterEach, beforeEach, expect, test } from "vitest";
import { previewResume, resumeSite } from "../../src/operator.ts";
import { type Installation, restoredFixture } from "./restored-fixture.ts";

const SITE = "site-ams-1";

let fixture: Awaited<ReturnType<typeof restoredFixture>>;
const open: Installation[] = [];

// Each test has a site and a database of its own, as many leave the site fenced.
beforeEach(async () => {
  fixture = await restoredFixture();
});
afterEach(async () => {
  await closeAll();
  await fixture.drop();
});

async function closeAll(): Promise<void> {
  for (const installation of open.splice(0)) await installation.close();
}

async function opened(installation: Promise<Installation>): Promise<Installation> {
  const result = await installation;
  open.push(result);
  return result;
}

test("the first installation to drive a site marks it, and each guard run raises the epoch", async () => {
  const installation = await opened(fixture.open());
  expect(await installation.reconcile("guard-sites", "guard-sites")).toEqual([]);
  expect(await installation.fence()).toEqual({ reason: null, epoch: 3n });
  const { rows } = await fixture.site.pool.query("SELECT (mark ->> 'epoch')::int AS epoch FROM simulated.site_mark");
  expect(rows).toEqual([{ epoch: 3 }]);
});

test("a restored database is fenced and changes nothing until the site is resumed", async () => {
  const before = await opened(fixture.open());
  before.work();
  const kept = await before.runningVm("kept");
  await before.reconcile("guard-sites");
  await before.reconcile("apply-networks");
  await closeAll();
  const restore = await fixture.copy();

  const after = await opened(fixture.open());
  after.work();
  const made = await after.runningVm("made-after-the-backup");
  await after.reconcile("guard-sites");
  await closeAll();
  const inventory = await fixture.inventory();

  const restored = await opened(restore());
  restored.work();
  const thrown = await restored.reconcileAll();
  expect(thrown.map(String)).toEqual(
    expect.arrayContaining([expect.stringContaining("restored from an older backup")]),
  );
  expect(await restored.fence()).toMatchObject({ reason: "database_behind" });
  const waiting = await restored.send<{ operation_id: string }>("cloudVm.stop", { vm_id: kept });
  await restored.reconcileAll();
  const held = await restored.send("operation.get", { operation_id: waiting.operation_id });
  expect(held).toMatchObject({ error_code: "site_fenced", error_message: expect.stringContaining("older backup") });
  expect(await fixture.inventory()).toBe(inventory);
  expect(await restored.database.prisma.unknownResource.findMany({ where: { provider: "simulated" } })).toMatchObject([
    { kind: "vm", resource_id: made, name: "made-after-the-backup" },
  ]);
  expect(await previewResume(restored.database, restored.configuration, SITE)).toMatchObject({
    reason: "database_behind",
    unknown: [{ kind: "vm", id: made }],
    waitingOperations: 1,
    interruptedOperations: 0,
  });
  expect(await fixture.inventory()).toBe(inventory);

  expect(await resumeSite(restored.database, restored.configuration, SITE)).toMatchObject({
    interrupted: 0,
    unknown: 1,
  });
  expect(await restored.send("operation.get", { operation_id: waiting.operation_id }, {}, { wait: 60 })).toMatchObject({
    status: "succeeded",
  });
  expect(await restored.reconcileAll()).toEqual([]);
  expect(await restored.fence()).toMatchObject({ reason: null });
  const { rows } = await fixture.site.pool.query("SELECT vm_id, power FROM simulated.instance ORDER BY vm_id");
  expect(rows).toEqual([
    { vm_id: kept, power: "stopped" },
    { vm_id: made, power: "running" },
  ]);
  await expect(resumeSite(restored.database, restored.configuration, SITE)).rejects.toMatchObject({
    code: "site_not_fenced",
  });
  await closeAll();

  // The original database no longer drives the site.
  const former = await opened(fixture.open());
  await former.reconcileAll();
  expect(await former.fence()).toMatchObject({ reason: "database_behind" });
});

test("a copied database is fenced, and the original goes on undisturbed", async () => {
  const before = await opened(fixture.open());
  before.work();
  const vm_id = await before.runningVm("of-the-original");
  await before.reconcile("guard-sites");
  await closeAll();
  const open = await fixture.copy();

  const original = await opened(fixture.open());
  original.work();
  const copy = await opened(open());
  copy.work();
  await copy.reconcileAll();
  expect(await copy.fence()).toMatchObject({ reason: "database_copied" });
  await copy.send("cloudVm.delete", { vm_id });
  await copy.reconcileAll();
  expect(await original.act("cloudVm.stop", { vm_id })).toMatchObject({ status: "succeeded" });
  expect(await original.reconcileAll()).toEqual([]);
  await copy.reconcileAll();
  expect(await original.send("cloudVm.get", { vm_id })).toMatchObject({ status: "stopped" });
  const { rows } = await fixture.site.pool.query("SELECT power FROM simulated.instance WHERE vm_id = $1", [vm_id]);
  expect(rows).toEqual([{ power: "stopped" }]);
});

test("operations under way in a restored database end as interrupted when the site is resumed", async () => {
  const before = await opened(fixture.open());
  before.work();
  const host = await before.runningVm("host");
  await before.reconcile("guard-sites");
  await closeAll();
  const asking = await opened(fixture.open());
  const { vm_id, operation_id } = await asking.send<{ vm_id: string; operation_id: string }>(
    "cloudVm.create",
    {},
    {
      name: "half-made",
      plan_id: "plan-nano",
      template_id: "debian-13",
    },
  );
  const { volume_id } = await asking.send<{ volume_id: string }>(
    "volume.create",
    {},
    { name: "half-made", size_gb: 10, site_id: SITE },
  );
  await asking.send("snapshot.create", { vm_id: host }, { name: "half-made" });
  await closeAll();
  const restore = await fixture.copy();
  const going = await opened(fixture.open());
  going.work();
  await expect.poll(() => going.database.prisma.operation.count({ where: { finished_at: null } })).toBe(0);
  await going.reconcile("guard-sites");
  await closeAll();

  const restored = await opened(restore());
  // Their deadline has long passed, so a worker would undo them.
  await restored.database.pool.query(
    "UPDATE operation SET deadline_at = now() - interval '1 hour' WHERE finished_at IS NULL",
  );
  const inventory = await fixture.inventory();
  await restored.reconcile("guard-sites");
  restored.work();
  await restored.reconcileAll();
  expect(await fixture.inventory()).toBe(inventory);
  expect(await previewResume(restored.database, restored.configuration, SITE)).toMatchObject({
    waitingOperations: 3,
    interruptedOperations: 3,
  });
  expect(await resumeSite(restored.database, restored.configuration, SITE)).toMatchObject({
    interrupted: 3,
    unknown: 1,
  });
  expect(await restored.send("operation.get", { operation_id })).toMatchObject({
    status: "failed",
    error_code: "interrupted",
  });
  expect(await restored.send("cloudVm.get", { vm_id })).toMatchObject({ status: "running" });
  expect(await restored.send("cloudVm.get", { vm_id: host })).toMatchObject({ status: "running" });
  expect(await restored.send("volume.get", { volume_id })).toMatchObject({ status: "available" });
  expect(await restored.reconcileAll()).toEqual([]);
  expect(await fixture.inventory()).toBe(inventory);
  // The snapshot is complete and can be adopted.
  expect(await restored.database.prisma.unknownResource.findMany()).toMatchObject([
    { kind: "snapshot", name: "half-made" },
  ]);
});

test.each([
  ["other_installation", `UPDATE simulated.site_mark SET mark = mark || '{"installationId":"ins_other"}'`],
  ["database_behind", `UPDATE simulated.site_mark SET mark = mark || '{"epoch":1000}'`],
  ["database_copied", `UPDATE simulated.site_mark SET mark = mark || '{"token":"another"}'`],
  ["mark_missing", "DELETE FROM simulated.site_mark"],
])("a site whose mark shows %s is fenced, and works again after it is resumed", async (reason, change) => {
  const installation = await opened(fixture.open());
  installation.work();
  const vm_id = await installation.runningVm("marked");
  expect(await installation.reconcile("guard-sites")).toEqual([]);
  await fixture.site.pool.query(change);
  expect(await installation.reconcile("guard-sites")).toHaveLength(1);
  expect(await installation.fence()).toMatchObject({ reason });
  expect(await resumeSite(installation.database, installation.configuration, SITE)).toMatchObject({ unknown: 0 });
  // They look at the site first, so that the operation does not wait until the worker looks again.
  expect(await installation.reconcileAll()).toEqual([]);
  expect(await installation.act("cloudVm.stop", { vm_id })).toMatchObject({ status: "succeeded" });
});

test("a site that lacks most VMs is fenced with no VM in error, and after a resume they are in error", async () => {
  const installation = await opened(fixture.open());
  installation.work();
  const names = ["a", "b", "c", "d"];
  const ids: string[] = [];
  for (const name of names) ids.push(await installation.runningVm(name));
  await fixture.site.pool.query("UPDATE simulated.instance SET vanishes_at = now() WHERE vm_id = ANY ($1)", [
    ids.slice(1),
  ]);
  await installation.reconcile("reconcile-instances");
  expect(await installation.fence()).toMatchObject({ reason: "site_incomplete" });
  const statuses = async () =>
    Promise.all(
      ids.map(async (vm_id) => (await installation.send<{ status: string }>("cloudVm.get", { vm_id })).status),
    );
  expect(await statuses()).toEqual(["running", "running", "running", "running"]);
  await resumeSite(installation.database, installation.configuration, SITE);
  await expect
    .poll(async () => {
      await installation.reconcile("reconcile-instances");
      return statuses();
    })
    .toEqual(["running", "error", "error", "error"]);
});

test("instances of this installation that the database has forgotten fence the site", async () => {
  const installation = await opened(fixture.open());
  installation.work();
  const vm_id = await installation.runningVm("forgotten");
  const { pool } = installation.database;
  await pool.query(
    "SET session_replication_role = replica; DELETE FROM charge; DELETE FROM vm; SET session_replication_role = DEFAULT",
  );
  await installation.reconcile("find-unknown-resources");
  expect(await installation.fence()).toMatchObject({ reason: "unknown_resources" });
  expect(await installation.database.prisma.unknownResource.findMany()).toMatchObject([
    { kind: "vm", resource_id: vm_id },
  ]);
});
