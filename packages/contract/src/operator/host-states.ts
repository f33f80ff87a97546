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
