import type { Blocker } from "@fulmar/contract";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, deletionProtected, mayPass } from "../request/domain-error.ts";
import { recordVolumeOperation } from "./volume-operations.ts";
import { volumeAttached, volumeBusy } from "./volume-refusals.ts";
import { snapshotBlockersOf } from "./volume-snapshots.ts";
import { endVolume, lockVolume } from "./volumes.ts";

/** The VMs that volumes are attached to, for block storage. Compute implements it. */
export interface VolumeHolders {
  /** Returns a VM as a blocker. */
  blockersOf(context: RequestContext, vmId: string): Promise<Blocker[]>;
  /** Locks a VM until the transaction ends. @throws DomainError 409 while an operation holds it */
  lockIdle(context: RequestContext, vmId: string): Promise<void>;
}

/**
 * Deletes a volume. An attached volume or one with snapshots needs `force`, which detaches it and deletes the
 * snapshots. The volume is gone with this commit; the worker later deletes it at its provider. A workspace with a
 * deletion window keeps it until its end.
 */
export function deleteVolume(holders: VolumeHolders): Handler<"volume.delete"> {
  return async (context, { volume_id, force }) => {
    const volume = await lockVolume(context, volume_id);
    if (volume.deletion_protection) throw deletionProtected("volume");
    const { attached_vm_id: vm_id } = volume;
    if (vm_id !== null && !force) {
      const blockers = await holders.blockersOf(context, vm_id);
      const refusal = volumeAttached("detach it first, or delete it with force=true", blockers);
      throw mayPass(refusal, volume.status === "detaching" ? "surely" : "maybe");
    }
    if (volume.operation_id !== null)
      throw volume.status === "detaching" ? mayPass(volumeBusy(volume), "surely") : volumeBusy(volume);
    // A capture or a restore of the VM needs its volumes. Deleting the VM releases them.
    if (vm_id !== null) await holders.lockIdle(context, vm_id);
    if (!force) {
      const blockers = await snapshotBlockersOf(context, volume_id);
      if (blockers.length > 0)
        throw conflict(
          "volume_has_snapshots",
          "The volume has snapshots; delete them first, or delete it with force=true.",
          blockers,
        );
    }
    if (vm_id !== null) await recordVolumeOperation(context, { volume_id, operation: "detach", result: { vm_id } });
    const until = await endVolume(context, volume_id);
    const done = { volume_id, operation: "delete", result: { forced: force } } as const;
    const operation_id = await recordVolumeOperation(context, done);
    const deletion = { status: "deleted", id: volume_id, operation_id } as const;
    return until === null ? deletion : { ...deletion, restorable_until: toTimestamp(until) };
  };
}
