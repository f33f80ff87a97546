import type { VmStatus } from "@fulmar/contract";
import { type SagaContext, waitFor } from "@fulmar/engine";
import { statement, type Transaction } from "@fulmar/prisma";
import { claimOf, endVolumeOperation, type VolumeSagaInput } from "../block-storage/index.ts";
import { defineProviderSaga, unlessGone } from "../work/provider-saga.ts";
import { releaseVm } from "./vm-state.ts";

/**
 * SQL: the first device of a VM that has no volume. The letter a belongs to the root disk.
 * @param vmId the VM, as SQL; the statement has its workspace as `$workspace_id`
 */
export function freeDeviceOf(vmId: string): string {
  return `SELECT device.device_path FROM (SELECT '/dev/vd' || chr(letter) AS device_path
                                            FROM generate_series(ascii('b'), ascii('z')) letter) device
    WHERE NOT EXISTS (SELECT FROM volume u WHERE u.workspace_id = $workspace_id::bigint AND u.attached_vm_id = ${vmId}
                         AND u.device_path = device.device_path)
    ORDER BY device.device_path LIMIT 1`;
}

// If the attachment only waited for the volume, the volume keeps its state, and the attachment is no longer next.
const settleAttach = statement(
  "volume_settle_attach",
  `UPDATE volume
      SET status = CASE WHEN operation_id <> $operation_id THEN status WHEN $succeeded::boolean THEN 'in-use'
                        ELSE 'available' END::volume_status,
          attached_vm_id = CASE WHEN operation_id <> $operation_id OR $succeeded THEN attached_vm_id END,
          device_path = CASE WHEN operation_id <> $operation_id OR $succeeded THEN device_path END,
          operation_id = nullif(operation_id, $operation_id),
          next_operation_id = nullif(next_operation_id, $operation_id), updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id
      AND (operation_id = $operation_id OR next_operation_id = $operation_id)`,
);

// Locks the volume before the decision, because the waiting attachment may give up at the same moment.
const lockNext = statement(
  "volume_hold_next",
  `SELECT next_operation_id FROM volume
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND operation_id = $operation_id
      FOR NO KEY UPDATE`,
);

const settleDetach = statement(
  "volume_settle_detach",
  `UPDATE volume
      SET status = CASE WHEN $succeeded::boolean THEN 'available' ELSE 'in-use' END::volume_status,
          attached_vm_id = CASE WHEN NOT $succeeded THEN attached_vm_id END,
          device_path = CASE WHEN NOT $succeeded THEN device_path END,
          operation_id = NULL, next_operation_id = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND operation_id = $operation_id`,
);

// The waiting attachment has held the VM since it was accepted, so the free device is still free.
const handOver = statement(
  "volume_hand_over",
  `UPDATE volume v
      SET status = 'attaching', attached_vm_id = o.resource_id, device_path = (${freeDeviceOf("o.resource_id")}),
          operation_id = o.operation_id, next_operation_id = NULL, updated_at = now()
     FROM operation o
    WHERE v.workspace_id = $workspace_id::bigint AND v.volume_id = $volume_id AND v.operation_id = $operation_id
      AND o.operation_id = $next_operation_id`,
);

interface VolumeAttachInput extends VolumeSagaInput {
  /** The state of the VM before the operation, to which it returns. */
  readonly before: VmStatus;
}

const POLL_MS = 100;

/** The detachment from another VM, for which this attachment waited, has failed. */
class DetachFailed extends Error {
  readonly code = "detach_failed";
  readonly outward = true;
}

/**
 * The VM becomes `attaching_volume` and then returns to its former state. The volume goes available → attaching →
 * in-use, or back.
 */
export const volumeAttachSaga = defineProviderSaga<VolumeAttachInput>({
  name: "volume-attach",
  steps: [
    {
      // A detachment in progress hands over the volume in its last commit, or keeps it.
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

/** The output of the step, for the volume's history. */
function deviceOf(output: unknown): { readonly device_path?: unknown } {
  return typeof output === "object" && output !== null ? { device_path: Reflect.get(output, "device_path") } : {};
}

interface VolumeDetachInput extends VolumeSagaInput {
  /** The state of the VM before the operation, to which it returns. */
  readonly before: VmStatus;
  /** The device on which the VM gets the volume back if the detachment fails. */
  readonly device_path: string;
}

/**
 * The VM becomes `detaching_volume` and then returns to its former state. The volume goes in-use → detaching →
 * available, or back.
 */
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

/**
 * Ends an attachment: the volume becomes in use, or available again. A volume that the attachment never got stays as it
 * is.
 */
async function settleAttachment(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext<VolumeSagaInput>,
  succeeded: boolean,
): Promise<void> {
  await sql.query(settleAttach, {
    workspace_id: context.workspaceId,
    volume_id: context.input.volume_id,
    operation_id: context.operationId,
    succeeded,
  });
}

/**
 * Ends a detachment: the volume becomes available, or `attaching` for the attachment that waited for it. After a
 * failure it is in use as before.
 */
async function settleDetachment(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext<VolumeSagaInput>,
  succeeded: boolean,
): Promise<void> {
  const { workspaceId, operationId, input } = context;
  const held = { workspace_id: workspaceId, volume_id: input.volume_id, operation_id: operationId };
  const next = (await sql.maybe(lockNext, held))?.next_operation_id ?? null;
  if (succeeded && next !== null) await sql.query(handOver, { ...held, next_operation_id: next });
  else await sql.query(settleDetach, { ...held, succeeded });
}
