import type { VmStatus } from "@fulmar/contract";
import { releaseVm } from "../compute/vm-end.ts";
import { defineProviderSaga, unlessGone } from "../work/provider-saga.ts";
import type { VolumeSagaInput } from "./acceptance.ts";
import { settleDetachment } from "./attachment-moves.ts";
import { endVolumeOperation } from "./volume-moves.ts";

export interface VolumeDetachInput extends VolumeSagaInput {
  /** The state of the VM, to which it returns. */
  readonly before: VmStatus;
  /** Where the VM has the volume, and gets it back when it cannot be detached. */
  readonly device_path: string;
}

/** The VM is `detaching_volume` and then what it was; the volume goes in-use → detaching → available, or back. */
export const volumeDetachSaga = defineProviderSaga<VolumeDetachInput>({
  name: "volume-detach",
  steps: [
    {
      name: "detach-volume",
      async do({ volumes, resourceId, input, signal }) {
        await volumes.detachVolume(input.volume_id, resourceId, signal);
        return undefined;
      },
      undo: ({ volumes, resourceId: vmId, input, signal }) =>
        unlessGone(volumes.attachVolume(input.volume_id, { vmId, devicePath: input.device_path }, signal)),
    },
  ],
  async settle(transaction, context) {
    await settleDetachment(transaction, context, context.outcome === "succeeded");
    await endVolumeOperation(transaction, context, { vm_id: context.resourceId });
    await releaseVm(transaction, context, context.input.before);
  },
});
