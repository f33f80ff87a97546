import type { VmAction } from "@fulmar/contract";

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
    meaning: "What runs on it ends. It keeps its disk and its addresses, and can be started again.",
    meaningForMany: "What runs on them ends. They keep their disks and their addresses, and can be started again.",
    forcible: true,
  },
  reboot: {
    verb: "Reboot",
    doing: "Rebooting",
    meaning: "It cannot be reached until it has come up again.",
    meaningForMany: "They cannot be reached until they have come up again.",
    forcible: true,
  },
  delete: {
    verb: "Delete",
    doing: "Deleting",
    meaning:
      "The machine and its root disk are destroyed, and its snapshots and backups with them. Its volumes stay. This cannot be undone.",
    meaningForMany:
      "The machines and their root disks are destroyed, and their snapshots and backups with them. Volumes stay. This cannot be undone.",
    forcible: false,
  },
};

export const POWER_ACTIONS = ["start", "stop", "reboot", "delete"] as const satisfies readonly PowerAction[];
