import type { VolumeOperation } from "@fulmar/contract";
import { expect, test } from "vitest";
import { computeBed } from "../compute-bed.ts";
import { volumesOf } from "../volumes-bed.ts";

const bed = computeBed();
const volumes = volumesOf(bed);

test("deleting a VM detaches its volumes and records that in their history", async () => {
  const vm_id = await bed.runningVm("short-lived");
  const volume_id = await volumes.attached("kept", vm_id);

  const { operation_id } = await bed.send<{ operation_id: string }>("cloudVm.delete", { vm_id });
  bed.work();
  expect(await bed.ended(operation_id)).toMatchObject({ status: "succeeded" });

  expect(await bed.send("volume.get", { volume_id })).toMatchObject({
    status: "available",
    attached_vm_id: null,
    device_path: null,
  });
  const [last] = await bed.send<VolumeOperation[]>("volume.operations", { volume_id });
  expect(last).toMatchObject({ operation: "detach", status: "succeeded", idempotency_key: null, result: { vm_id } });
  expect(await volumes.stored(volume_id)).toMatchObject({ attachedVmId: null });
});
