import type { CodeOf } from "../declaration/refusals.ts";

/** In the order of a volume's life. */
export const VOLUME_STATUSES = [
  "creating",
  "available",
  "attaching",
  "in-use",
  "detaching",
  "resizing",
  "deleting",
  "error",
] as const;
export const VOLUME_TYPES = ["ssd", "nvme", "hdd"] as const;
export const VOLUME_SNAPSHOT_STATUSES = ["queued", "running", "succeeded", "failed"] as const;
export const VOLUME_OPERATION_STATUSES = ["in-progress", "succeeded", "failed"] as const;
type VolumeStatus = (typeof VOLUME_STATUSES)[number];

/** The range of volume sizes, in GB. */
export const VOLUME_SIZE_GB = { min: 1, max: 16_384 } as const;

/** The actions on an existing volume. */
export const VOLUME_ACTIONS = ["attach", "detach", "resize", "snapshot", "delete"] as const;
export type VolumeAsked = (typeof VOLUME_ACTIONS)[number];

/** Why a state refuses an action: a stable code (409) and a sentence that says what to do. */
export interface VolumeRefusal {
  readonly code: CodeOf<"conflict">;
  readonly reason: string;
}

interface VolumeState {
  /** True while an operation holds the volume. */
  readonly changing: boolean;
  /** The refusal of each action, or null if it is allowed. */
  readonly refusals: Readonly<Record<VolumeAsked, VolumeRefusal | null>>;
}

type Refusals = Record<VolumeAsked, VolumeRefusal | null>;

/** Gives every action the same answer. States override the exceptions. */
function everyAction(answer: VolumeRefusal | null): Refusals {
  return Object.fromEntries(VOLUME_ACTIONS.map((action) => [action, answer])) as Refusals;
}

/**
 * The refusal of a change while another is in progress.
 * @param doing a sentence without its full stop, such as "The volume is resizing"
 */
export function volumeBusyRefusal(doing: string): VolumeRefusal {
  return { code: "volume_busy", reason: `${doing}; wait until that has ended, then try again.` };
}

function changing(status: VolumeStatus): VolumeState {
  return { changing: true, refusals: everyAction(volumeBusyRefusal(`The volume is ${status}`)) };
}

const attached: VolumeRefusal = { code: "volume_attached", reason: "The volume is attached to a VM; detach it first." };
const notAttached: VolumeRefusal = {
  code: "volume_not_attached",
  reason: "The volume is not attached to a VM; there is nothing to detach.",
};
const inError: VolumeRefusal = {
  code: "volume_in_error",
  reason: "The volume is in error; delete it and create a new one.",
};
const beingDetached = changing("detaching");

/**
 * Every state of a volume with the actions it allows and the refusals of the others. The server's
 * guards and the console's buttons read this table. A new state does not compile without an entry. An attached volume
 * can only be deleted with `force`.
 */
export const VOLUME_STATES: Readonly<Record<VolumeStatus, VolumeState>> = {
  creating: changing("creating"),
  available: { changing: false, refusals: { ...everyAction(null), detach: notAttached } },
  attaching: changing("attaching"),
  "in-use": { changing: false, refusals: { ...everyAction(null), attach: attached } },
  // Another VM may already request it: the volume is attached there once it is free.
  detaching: { ...beingDetached, refusals: { ...beingDetached.refusals, attach: null } },
  resizing: changing("resizing"),
  deleting: changing("deleting"),
  error: { changing: false, refusals: { ...everyAction(inError), delete: null } },
};

/** Why a volume of this status refuses the action, or null if it is allowed. */
export function volumeRefusal(status: VolumeStatus, action: VolumeAsked): VolumeRefusal | null {
  return VOLUME_STATES[status].refusals[action];
}
