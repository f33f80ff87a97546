import { expect, test } from "vitest";
import { computeFixture } from "../compute-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

const fixture = computeFixture();
const volumes = volumesOf(fixture);

async function audited(volumeId: string) {
  const where = { resource_id: volumeId, actor_type: "system" } as const;
  const events = await fixture.world.database.prisma.auditEvent.findMany({ where, orderBy: { audit_event_id: "asc" } });
  return events.map((event) => event.action);
}

test("the storage of a deleted volume and its snapshots is reclaimed, attached or not", async () => {
  const vm_id = await fixture.runningVm("host");
  const plain = await volumes.available("plain");
  const attached = await volumes.attached("attached", vm_id);
  const kept = await volumes.attached("kept", vm_id);
  await volumes.snapshot(attached, "gone with it");
  await fixture.send("volume.delete", { volume_id: plain });
  await fixture.send("volume.delete", { volume_id: attached }, {}, { force: true });
  expect(await volumes.stored(attached)).toMatchObject({ attachedVmId: vm_id });

  await fixture.reconcile("reclaim-volumes");
  expect(await volumes.stored(plain)).toBeUndefined();
  expect(await volumes.stored(attached)).toBeUndefined();
  expect(await volumes.stored(kept)).toMatchObject({ attachedVmId: vm_id });
  const rows = await fixture.world.database.prisma.volume.findMany({
    where: { volume_id: { in: [plain, attached, kept] } },
    orderBy: { volume_id: "asc" },
  });
  expect(rows.map(({ reclaimed_at }) => reclaimed_at !== null)).toEqual([true, true, false]);
});

test("a hundred volumes that cannot be reclaimed do not keep a later one from being reclaimed", async () => {
  const volume_id = await volumes.available("behind");
  await fixture.send("volume.delete", { volume_id });
  await fixture.world.database.pool.query(
    `INSERT INTO volume (volume_id, workspace_id, name, size_gb, type, site_id, status, deleted_at)
     SELECT 'vol_stuck_' || n, workspace_id, 'stuck ' || n, size_gb, type, site_id, status,
            deleted_at - interval '1 hour' FROM volume, generate_series(1, 100) n WHERE volume_id = $1`,
    [volume_id],
  );
  const simulated = await fixture.world.services.provider("simulated");
  const deleteVolume: typeof simulated.volumes.deleteVolume = (id, signal) =>
    id.startsWith("vol_stuck_") ? Promise.reject(new Error("Stuck.")) : simulated.volumes.deleteVolume(id, signal);
  const provider = async () => ({ ...simulated, volumes: { ...simulated.volumes, deleteVolume } });
  await expect(fixture.reconcile("reclaim-volumes", { provider })).rejects.toThrow(
    "100 items could not be worked on and will be tried again",
  );
  expect(await volumes.stored(volume_id)).toBeUndefined();
});

test("attaching waits for a device name that a deleted volume still occupies", async () => {
  const vm_id = await fixture.runningVm("one-device");
  const old = await volumes.attached("old", vm_id);
  await fixture.send("volume.delete", { volume_id: old }, {}, { force: true });
  const next = await volumes.available("next");
  expect(await fixture.send("volume.attach", { volume_id: next }, { vm_id })).toMatchObject({
    device_path: "/dev/vdb",
  });
  fixture.work();
  await expect
    .poll(() =>
      fixture.world.database.prisma.operationStep.count({
        where: { name: "attach-volume", error: { contains: "still taken" } },
      }),
    )
    .toBe(1);
  await fixture.reconcile("reclaim-volumes");
  expect(await volumes.settled(next)).toMatchObject({ status: "in-use", device_path: "/dev/vdb" });
});

test("a deleted volume snapshot is reclaimed and its volume stays", async () => {
  const volume_id = await volumes.available("snapped");
  const snapshot_id = await volumes.snapshot(volume_id, "s");
  await fixture.send("volumeSnapshot.delete", { volume_id, snapshot_id });
  await fixture.reconcile("reclaim-volumes");
  const { rows } = await fixture.world.database.pool.query(
    "SELECT FROM simulated.volume_snapshot WHERE snapshot_id = $1",
    [snapshot_id],
  );
  expect(rows).toEqual([]);
  expect(await volumes.stored(volume_id)).toBeDefined();
});

test("a lost volume goes into error and recovers when it is found again", async () => {
  const volume_id = await volumes.available("vanish--x");
  const well = await volumes.available("well");
  const { pool } = fixture.world.database;
  const { rows } = await pool.query(
    "UPDATE simulated.volume SET vanishes_at = now() WHERE volume_id = $1 AND vanishes_at IS NOT NULL RETURNING volume_id",
    [volume_id],
  );
  expect(rows).toHaveLength(1);
  await fixture.reconcile("reconcile-volumes");
  expect(await volumes.get(volume_id)).toMatchObject({
    status: "error",
    error_message: expect.stringContaining("no longer has this volume"),
  });
  expect(await volumes.get(well)).toMatchObject({ status: "available" });
  await pool.query("UPDATE simulated.volume SET vanishes_at = NULL WHERE volume_id = $1", [volume_id]);
  await fixture.reconcile("reconcile-volumes");
  expect(await volumes.get(volume_id)).toMatchObject({ status: "available", error_message: null });
  expect(await audited(volume_id)).toEqual(["volume.lost", "volume.found"]);
  expect(await audited(well)).toEqual([]);
});

test("only volumes with a tombstone are removed, and creating and failed ones stay as they are", async () => {
  const { pool } = fixture.world.database;
  await pool.query(
    `INSERT INTO simulated.volume (volume_id, name, size_gb, type)
       VALUES ('vol_nobody', 'x', 1, 'ssd'), ('vol_late', 'x', 1, 'ssd')`,
  );
  await pool.query(
    "INSERT INTO tombstone (provider, kind, resource_id, reason) VALUES ('simulated', 'volume', 'vol_late', 'deleted')",
  );
  const creating = await volumes.create("creating");
  const failed = await volumes.create("fail-at-create-volume--left-alone");
  await pool.query("UPDATE operation SET run_at = now() + interval '1 hour' WHERE resource_id = $1", [
    creating.volume_id,
  ]);
  await volumes.carryOut(failed.volume_id);
  await fixture.reconcile("reconcile-volumes");
  expect(await volumes.stored("vol_late")).toBeUndefined();
  expect(await volumes.stored("vol_nobody")).toBeDefined();
  expect(await volumes.get(creating.volume_id)).toMatchObject({ status: "creating" });
  expect(await volumes.get(failed.volume_id)).toMatchObject({
    status: "error",
    error_message: expect.stringContaining("create-volume"),
  });
});
