import type { VolumeOperation } from "@fulmar/contract";
import { expect, test } from "vitest";
import { computeFixture } from "../compute-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

const fixture = computeFixture();
const volumes = volumesOf(fixture);

test("deleting a VM detaches its volumes and records that in their history", async () => {
  const vm_id = await fixture.runningVm("short-lived");
  const volume_id = await volumes.attached("kept", vm_id);

  const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id });
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });

  expect(await fixture.send("volume.get", { volume_id })).toMatchObject({
    status: "available",
    attached_vm_id: null,
    device_path: null,
  });
  const [last] = await fixture.send<VolumeOperation[]>("volume.operations", { volume_id });
  expect(last).toMatchObject({ operation: "detach", status: "succeeded", idempotency_key: null, result: { vm_id } });
  expect(await volumes.stored(volume_id)).toMatchObject({ attachedVmId: null });
});
