import type { VmStatus } from "@fulmar/contract";
import { waitFor } from "@fulmar/engine";
import { releaseVm } from "../compute/vm-end.ts";
import { defineProviderSaga } from "../work/provider-saga.ts";
import type { VolumeSagaInput } from "./acceptance.ts";
import { settleAttachment } from "./attachment-moves.ts";
import { claimOf, endVolumeOperation } from "./volume-moves.ts";

export interface VolumeAttachInput extends VolumeSagaInput {
  /** The state of the VM, to which it returns. */
  readonly before: VmStatus;
}

const POLL_MS = 100;

/** The volume's detachment from another VM, which this attachment waited for, came to nothing. */
class DetachFailed extends Error {
  readonly code = "detach_failed";
  readonly outward = true;
}

/** The VM is `attaching_volume` and then what it was; the volume goes available → attaching → in-use, or back. */
export const volumeAttachSaga = defineProviderSaga<VolumeAttachInput>({
  name: "volume-attach",
  steps: [
    {
      // Whoever detaches the volume hands it over in the commit that ends the detachment, or takes it back.
      name: "take-volume",
      async do(context) {
        const { operation_id, next_operation_id } = await claimOf(context.services.database.sql, context);
        if (operation_id === context.operationId) return undefined;
        if (next_operation_id === context.operationId) return waitFor(POLL_MS);
        throw new DetachFailed(
          "The volume could not be detached from the VM that it was attached to; see its operations, then try again.",
        );
      },
    },
    {
      name: "attach-volume",
      async do(context) {
        const { volumes, resourceId: vmId, input, signal } = context;
        const { device_path: devicePath } = await claimOf(context.services.database.sql, context);
        if (devicePath === null) throw new Error(`the volume ${input.volume_id} has no device`);
        await volumes.attachVolume(input.volume_id, { vmId, devicePath }, signal);
        return { output: { device_path: devicePath } };
      },
      undo: ({ volumes, resourceId, input, signal }) => volumes.detachVolume(input.volume_id, resourceId, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, resourceId, input, outputs } = context;
    await settleAttachment(transaction, context, outcome === "succeeded");
    await endVolumeOperation(transaction, context, { vm_id: resourceId, ...deviceOf(outputs["attach-volume"]) });
    await releaseVm(transaction, context, input.before);
  },
});

/** The output of the step, as the history shows it. */
function deviceOf(output: unknown): { readonly device_path?: unknown } {
  return typeof output === "object" && output !== null ? { device_path: Reflect.get(output, "device_path") } : {};
}
