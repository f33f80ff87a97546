// Volumes with a running worker: attached, moved between VMs, grown, deleted.
import type { Acceptance, Volume, VolumeSnapshot } from "@fulmar/contract";
import { ending } from "@fulmar/engine/testing";
import { expect, test } from "vitest";
import { computeFixture, refusalOf } from "../compute-fixture.ts";
import { SITE, volumesOf } from "../volumes-fixture.ts";

const fixture = computeFixture();
const volumes = volumesOf(fixture);

const deviceOf = async (volume_id: string) => {
  const { rows } = await fixture.world.database.pool.query(
    "SELECT vm_id, device_path FROM simulated.volume_attachment WHERE volume_id = $1",
    [volume_id],
  );
  return rows[0];
};

test("a volume is created, attached, grown on a running VM and detached, with a full history", async () => {
  const vm_id = await fixture.runningVm("life");
  // A worker runs only to carry out each request, so that the states between are seen.
  const created = await volumes.create("life");
  expect(created).toMatchObject({ status: "creating", attached_vm_id: null, error_message: null });
  expect((await volumes.history(created.volume_id))[0]).toMatchObject({
    operation: "create",
    status: "in-progress",
    completed_at: null,
  });
  const { volume_id } = created;
  expect(await volumes.carryOut(volume_id)).toMatchObject({ status: "available" });

  expect(await fixture.send("volume.attach", { volume_id }, { vm_id })).toMatchObject({
    status: "attaching",
    attached_vm_id: vm_id,
    device_path: "/dev/vdb",
  });
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "attaching_volume" });
  expect(await volumes.carryOut(volume_id)).toMatchObject({
    status: "in-use",
    attached_vm_id: vm_id,
    device_path: "/dev/vdb",
  });
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
  expect(await deviceOf(volume_id)).toEqual({ vm_id, device_path: "/dev/vdb" });

  expect(await fixture.send("volume.resize", { volume_id }, { size_gb: 20 })).toMatchObject({
    status: "resizing",
    size_gb: 10,
  });
  expect(await volumes.carryOut(volume_id)).toMatchObject({ status: "in-use", size_gb: 20, attached_vm_id: vm_id });
  expect(await volumes.stored(volume_id)).toEqual({ volumeId: volume_id, sizeGb: 20, attachedVmId: vm_id });

  expect(await fixture.send("volume.detach", { volume_id })).toMatchObject({
    status: "detaching",
    attached_vm_id: vm_id,
  });
  expect(await volumes.carryOut(volume_id)).toMatchObject({
    status: "available",
    attached_vm_id: null,
    device_path: null,
  });
  expect(
    (await volumes.history(volume_id)).map(({ operation, status, result }) => [operation, status, result]),
  ).toEqual([
    ["detach", "succeeded", { vm_id }],
    ["resize", "succeeded", { previous_size_gb: 10, size_gb: 20 }],
    ["attach", "succeeded", { vm_id, device_path: "/dev/vdb" }],
    ["create", "succeeded", { size_gb: 10, type: "ssd" }],
  ]);
});

test("attaching and detaching a volume through its VM are operations of the VM with steps", async () => {
  const vm_id = await fixture.runningVm("vm-side");
  const volume_id = await volumes.available("vm-side");
  const attach = await fixture.send<Acceptance>("cloudVm.attachVolume", { vm_id, volume_id });
  expect(attach).toMatchObject({ vm_id, status: "accepted" });
  fixture.work();
  expect(await fixture.ended(attach.operation_id)).toMatchObject({
    vm_id,
    action: "attach_volume",
    status: "succeeded",
  });
  const steps = await fixture.send<{ name: string }[]>("operation.steps", { operation_id: attach.operation_id });
  expect(steps.map(({ name }) => name)).toEqual(["take-volume", "attach-volume"]);
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.detachVolume", { vm_id, volume_id });
  expect(await fixture.ended(operation_id)).toMatchObject({ action: "detach_volume", status: "succeeded" });
  expect(await volumes.get(volume_id)).toMatchObject({ status: "available" });
});

test("a volume that is detached and attached elsewhere at once always arrives, twenty times", async () => {
  const vms = [await fixture.runningVm("here"), await fixture.runningVm("there")] as const;
  const volume_id = await volumes.attached("wanderer", vms[0]);
  fixture.work();
  for (let turn = 0; turn < 20; turn++) {
    const target = vms[(turn + 1) % 2 === 0 ? 0 : 1];
    await fixture.send("volume.detach", { volume_id });
    await fixture.send("volume.attach", { volume_id }, { vm_id: target });
    expect(await volumes.settled(volume_id)).toMatchObject({ status: "in-use", attached_vm_id: target });
    expect(await deviceOf(volume_id)).toEqual({ vm_id: target, device_path: "/dev/vdb" });
  }
  const history = await volumes.history(volume_id);
  expect(history).toHaveLength(42);
  expect(history.filter(({ status }) => status !== "succeeded")).toEqual([]);
  for (const vm_id of vms) expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
});

test("a failed detachment fails the waiting attachment and leaves the volume where it was", async () => {
  const [here, there, third] = [
    await fixture.runningVm("keeps-it"),
    await fixture.runningVm("gets-nothing"),
    await fixture.runningVm("comes-too-late"),
  ];
  const volume_id = await volumes.attached("fail-at-detach-volume--x", here);
  await fixture.send("volume.detach", { volume_id });
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.attachVolume", { vm_id: there, volume_id });
  expect(await refusalOf(fixture.send("volume.attach", { volume_id }, { vm_id: third }))).toMatchObject({
    code: "volume_busy",
  });
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({
    status: "failed",
    error_code: "detach_failed",
    current_step: "take-volume",
  });
  expect(await volumes.settled(volume_id)).toMatchObject({ status: "in-use", attached_vm_id: here });
  expect(await deviceOf(volume_id)).toEqual({ vm_id: here, device_path: "/dev/vdb" });
  const [attach, detach] = await volumes.history(volume_id);
  expect(attach).toMatchObject({
    operation: "attach",
    status: "failed",
    error: expect.stringContaining("could not be detached"),
  });
  expect(detach).toMatchObject({
    operation: "detach",
    status: "failed",
    error: expect.stringContaining("detach-volume"),
  });
  for (const vm_id of [here, there, third]) expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
});

test("cancelling an attachment that waits for a volume leaves the volume available", async () => {
  const [here, there] = [await fixture.runningVm("gives"), await fixture.runningVm("gives-up")];
  const volume_id = await volumes.attached("unwanted", here);
  const detachment = await volumes.change("volume.detach", volume_id);
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.attachVolume", { vm_id: there, volume_id });
  await fixture.send("operation.cancel", { operation_id });
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "cancelled" });
  expect(await ending(fixture.world.database, detachment)).toBe("succeeded");
  // Whether the volume was handed over before or after the worker gave up, it ends detached.
  expect(await volumes.settled(volume_id)).toMatchObject({ status: "available", attached_vm_id: null });
  expect((await volumes.history(volume_id))[0]).toMatchObject({
    operation: "attach",
    status: "failed",
    error: "The operation was cancelled.",
  });
  expect(await fixture.vm(there)).toMatchObject({ status: "running" });
});

test("a VM gets the volumes of its create request before it boots", async () => {
  const volume_ids = [await volumes.available("second-disk"), await volumes.available("third-disk")];
  const body = {
    name: "with-disks",
    plan_id: "plan-nano",
    template_id: "debian-13",
    volume_ids: volume_ids.toReversed(),
  };
  const { vm_id, operation_id } = await fixture.send<Acceptance>("cloudVm.create", {}, body);
  for (const volume_id of volume_ids)
    expect(await volumes.get(volume_id)).toMatchObject({ status: "attaching", attached_vm_id: vm_id });
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  const steps = await fixture.send<{ name: string }[]>("operation.steps", { operation_id });
  expect(steps.map(({ name }) => name)).toEqual([
    "create-instance",
    "provision-instance",
    "configure-instance",
    "attach-volumes",
    "boot-instance",
  ]);
  expect(await Promise.all(volume_ids.map(deviceOf))).toEqual([
    { vm_id, device_path: "/dev/vdc" },
    { vm_id, device_path: "/dev/vdb" },
  ]);
  for (const volume_id of volume_ids) {
    expect(await volumes.get(volume_id)).toMatchObject({ status: "in-use", attached_vm_id: vm_id });
    const [last] = await volumes.history(volume_id);
    expect(last).toMatchObject({ operation: "attach", status: "succeeded", result: { vm_id } });
  }
});

test("a growing volume is released by its VM's delete and finishes growing", async () => {
  const vm_id = await fixture.runningVm("leaves");
  const volume_id = await volumes.attached("grows", vm_id);
  await volumes.change("volume.resize", volume_id, { size_gb: 30 });
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.delete", { vm_id });
  const worker = fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  expect(await volumes.settled(volume_id)).toMatchObject({ status: "available", size_gb: 30, attached_vm_id: null });
  await worker.stop();
  expect(await volumes.stored(volume_id)).toMatchObject({ sizeGb: 30, attachedVmId: null });
});

test("a volume whose create fails shows the error and can be deleted", async () => {
  const { volume_id } = await volumes.create("fail-at-create-volume--x");
  expect(await volumes.carryOut(volume_id)).toMatchObject({
    status: "error",
    error_message: expect.stringContaining("create-volume"),
  });
  expect(await refusalOf(fixture.send("volume.resize", { volume_id }, { size_gb: 20 }))).toMatchObject({
    code: "volume_in_error",
  });
  expect(await fixture.send("volume.delete", { volume_id })).toMatchObject({ status: "deleted" });
});

test("a volume is created from a snapshot even when both sources are deleted meanwhile", async () => {
  const source = await volumes.available("source");
  const { snapshot_id } = await fixture.send<VolumeSnapshot>(
    "volumeSnapshot.create",
    { volume_id: source },
    { name: "s" },
  );
  expect(await refusalOf(fixture.send("volume.resize", { volume_id: source }, { size_gb: 20 }))).toMatchObject({
    code: "volume_busy",
  });
  const one = { volume_id: source, snapshot_id };
  expect(await fixture.send("volumeSnapshot.get", one)).toMatchObject({
    status: "queued",
    stored_bytes: null,
    completed_at: null,
  });
  const worker = fixture.work();
  expect(await fixture.send("volumeSnapshot.get", one, {}, { wait: 60 })).toMatchObject({
    status: "succeeded",
    size_gb: 10,
    stored_bytes: expect.any(Number),
  });
  await worker.stop();

  const copy = await fixture.send<Volume>(
    "volume.create",
    {},
    { name: "copy", size_gb: 15, site_id: SITE, snapshot_id },
  );
  expect(copy).toMatchObject({ status: "creating", snapshot_id });
  await fixture.send("volume.delete", { volume_id: source }, {}, { force: true });
  await fixture.reconcile("reclaim-volumes");
  await fixture.reconcile("reconcile-volumes");
  expect(await volumes.stored(source)).toBeDefined();
  expect(await volumes.carryOut(copy.volume_id)).toMatchObject({ status: "available", size_gb: 15 });
  await fixture.reconcile("reclaim-volumes");
  expect(await volumes.stored(source)).toBeUndefined();
  expect(await volumes.stored(copy.volume_id)).toMatchObject({ sizeGb: 15 });
});
