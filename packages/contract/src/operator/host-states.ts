// The states of hosts, without zod: pages show them.
/** What the server of a site says of a host. */
export const HOST_STATUSES = ["online", "offline"] as const;

/** What operators decided about a host. One that is not active gets no new VMs. */
export const HOST_STATES = ["active", "cordoned", "draining", "drained", "lost"] as const;

/** Why a VM stays on its host. */
export const MOVE_BLOCKERS = ["held", "kept", "gpu", "error", "local_volume", "no_room", "placement_group"] as const;
export type MoveBlocker = (typeof MOVE_BLOCKERS)[number];

/** The same in sentences that say what to do. */
export const MOVE_BLOCKER_WORDS: Readonly<Record<MoveBlocker, string>> = {
  held: "An operator keeps it stopped; release it, or have its owner delete it.",
  kept: "It is deleted and kept until its owner's window ends; wait for that.",
  gpu: "It has GPUs of this host; its owner has to move what it does to another VM.",
  error: "It is in error; its owner can delete it.",
  local_volume: "A volume of it is on the host's own disk; its owner has to detach that.",
  no_room: "No other host has room for it; add a host, or restore one.",
  placement_group:
    "No other host with room keeps its placement group; add a host, or have its owner delete a VM of it.",
};

/** Whether the hosts of a site are being balanced. */
export const BALANCE_STATES = ["none", "running", "stopped", "done"] as const;
export const BALANCE_RESTARTS = ["refuse", "allow"] as const;

/** How a VM moves: while it runs, stopped and started for it, or stopped as it is. */
export const MOVE_WAYS = ["live", "restarted", "stopped"] as const;

/** What becomes of the VMs of a host that is lost. */
export const LOST_OUTCOMES = ["starts_elsewhere", "moves_stopped", "error", "stays"] as const;

/** Why a VM of a lost host does not go on elsewhere. */
export const LOST_REASONS = ["kept", "error", "local_disks", "gpu", "no_room", "placement_group"] as const;
export type LostReason = (typeof LOST_REASONS)[number];

/** The same in sentences for the owner of the VM, or for the operator where the owner does not see a change. */
export const LOST_REASON_WORDS: Readonly<Record<LostReason, string>> = {
  kept: "It is deleted and kept; it is as it was when the host is back.",
  error: "It was in error before; its owner can delete it.",
  local_disks:
    "The host of the VM is lost and has the VM's disks: the VM goes on when the host is back; or restore a backup as a " +
    "new VM, or delete this one.",
  gpu: "The host of the VM is lost and has the VM's GPUs: the VM goes on when the host is back; or delete it.",
  no_room:
    "The host of the VM is lost, and no other has room for the VM: it goes on when one has, or the host is back.",
  placement_group:
    "The host of the VM is lost, and no other with room keeps the VM's placement group: the VM goes on when one does, or " +
    "the host is back.",
};
