// Without schemas, so that pages that show them do not load zod.

/**
 * - `changing`: VMs are made, replaced, removed, stopped or started
 * - `steady`: it has the VMs that it should have
 * - `stopped`: its VMs are stopped, and it makes, heals and replaces none; `reason` says since when
 * - `paused`: it makes and removes nothing
 * - `error`: it cannot make or remove a VM; `reason` says why. It tries again
 */
export const VM_GROUP_STATES = ["changing", "steady", "stopped", "paused", "error"] as const;

export const VM_GROUP_LIMITS = {
  count: 100,
  name: 58,
  healMinutes: 1_440,
  cooldownMinutes: 1_440,
  /** Times in a schedule. */
  scheduleTimes: 20,
  /** How many of its last decisions a group shows. */
  decisions: 10,
} as const;

/** What a rule of a group keeps near a target, in percent of what a VM has. */
export const SCALING_METRICS = ["cpu", "memory"] as const;

/** What the VMs of a group should be. */
export const VM_GROUP_POWERS = ["running", "stopped"] as const;

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
