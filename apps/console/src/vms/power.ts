"use client";

import type { VmAction } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type VmKind, vmProcedures } from "./vm-queries.ts";

/** Actions on VMs in their list, on one or many. */
export type PowerAction = Extract<VmAction, "start" | "stop" | "reboot" | "delete">;

interface PowerLabels {
  readonly verb: string;
  readonly doing: string;
  /** The explanation for one VM. */
  readonly meaning: string;
  /** The explanation for several VMs. */
  readonly meaningForMany: string;
  /** Offers to skip the graceful shutdown. */
  readonly forcible: boolean;
}

export const POWER: Readonly<Record<PowerAction, PowerLabels>> = {
  start: {
    verb: "Start",
    doing: "Starting",
    meaning: "It boots from its disk and can be reached when it is running.",
    meaningForMany: "They boot from their disks and can be reached when they are running.",
    forcible: false,
  },
  stop: {
    verb: "Stop",
    doing: "Stopping",
    meaning: "Everything running on it stops. It keeps its disk and addresses, and can be started again.",
    meaningForMany: "Everything running on them stops. They keep their disks and addresses, and can be started again.",
    forcible: true,
  },
  reboot: {
    verb: "Reboot",
    doing: "Rebooting",
    meaning: "It cannot be reached until it has restarted.",
    meaningForMany: "They cannot be reached until they have restarted.",
    forcible: true,
  },
  delete: {
    verb: "Delete",
    doing: "Deleting",
    meaning: "The VM, its root disk, snapshots and backups are destroyed. Its volumes stay. This cannot be undone.",
    meaningForMany:
      "The VMs, their root disks, snapshots and backups are destroyed. Volumes stay. This cannot be undone.",
    forcible: false,
  },
};

/** What of a VM stays when it is deleted: fields of the deletion. */
export interface Kept {
  readonly keep_backups: boolean;
  readonly keep_snapshots: boolean;
}
export const NOTHING_KEPT: Kept = { keep_backups: false, keep_snapshots: false };

export const POWER_ACTIONS = ["start", "stop", "reboot", "delete"] as const satisfies readonly PowerAction[];

/** Sends an action for a VM of either kind. The promise rejects with the refusal. */
export function usePower(kind: VmKind) {
  const { workspaceId } = useWorkspace();
  const { vm } = vmProcedures(useTRPC(), kind);
  const start = useMutation(vm.start.mutationOptions());
  const stop = useMutation(vm.stop.mutationOptions());
  const reboot = useMutation(vm.reboot.mutationOptions());
  const remove = useMutation(vm.delete.mutationOptions());
  return (action: PowerAction, vmId: string, force: boolean, kept: Kept = NOTHING_KEPT): Promise<unknown> => {
    const target = { workspace_id: workspaceId, vm_id: vmId };
    if (action === "start") return start.mutateAsync(target);
    if (action === "delete") return remove.mutateAsync({ ...target, ...kept });
    return action === "stop" ? stop.mutateAsync({ ...target, force }) : reboot.mutateAsync({ ...target, force });
  };
}
