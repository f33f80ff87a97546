import type { CodeOf } from "../declaration/refusals.ts";

/** States and transitions of the public API */
export const VM_STATUSES = [
  "pending",
  "creating",
  "provisioning",
  "configuring",
  "running",
  "starting",
  "stopping",
  "stopped",
  "rebooting",
  "resizing",
  "attaching_volume",
  "detaching_volume",
  "resizing_plan",
  "resizing_disk",
  "deleting",
  "deleted",
  "error",
] as const;
export const VM_TYPES = ["cloud", "gpu"] as const;
type VmStatus = (typeof VM_STATUSES)[number];

/** The actions on an existing VM. */
export const VM_ACTIONS = [
  "update",
  "start",
  "stop",
  "reboot",
  "delete",
  "resize_plan",
  "resize_root_disk",
  "rebuild",
  "rescue",
  "update_access",
  "attach_volume",
  "detach_volume",
  "snapshot",
  "backup",
  "restore",
  "enable_backups",
  "open_terminal",
  "move",
] as const;
export type VmAction = (typeof VM_ACTIONS)[number];

/** Why a state refuses an action: a stable code (409) and a sentence that says what to do. */
export interface VmRefusal {
  readonly code: CodeOf<"conflict">;
  readonly reason: string;
}

export interface VmState {
  /** True while an operation holds the VM. */
  readonly changing: boolean;
  /** The refusal of each action, or null if it is allowed. */
  readonly refusals: Readonly<Record<VmAction, VmRefusal | null>>;
}

type Refusals = Record<VmAction, VmRefusal | null>;

/** Gives every action the same answer. States override the exceptions. */
function everyAction(answer: VmRefusal | null): Refusals {
  return Object.fromEntries(VM_ACTIONS.map((action) => [action, answer])) as Refusals;
}

function busy(doing: string): VmRefusal {
  return { code: "operation_in_progress", reason: `The VM is ${doing}; wait until that has ended, then try again.` };
}

/** A state in which the VM is busy. Only actions that do not touch the instance are allowed. */
function changing(doing: string): VmState {
  return { changing: true, refusals: { ...everyAction(busy(doing)), update: null, enable_backups: null } };
}

const inError: VmRefusal = { code: "vm_in_error", reason: "The VM is in error; delete it and create a new one." };

/**
 * Every state of a VM with the actions it allows and the refusals of the others. The server's guards
 * and the console's buttons read this table. A new state does not compile without an entry.
 */
export const VM_STATES: Readonly<Record<VmStatus, VmState>> = {
  pending: changing("waiting to be created"),
  creating: changing("being created"),
  provisioning: changing("being provisioned"),
  configuring: changing("being configured"),
  running: {
    changing: false,
    refusals: {
      ...everyAction(null),
      start: { code: "vm_not_stopped", reason: "The VM is running already; there is nothing to start." },
    },
  },
  starting: changing("starting"),
  stopping: changing("stopping"),
  stopped: {
    changing: false,
    refusals: {
      ...everyAction(null),
      stop: { code: "vm_not_running", reason: "The VM is stopped already; there is nothing to stop." },
      reboot: { code: "vm_not_running", reason: "The VM is stopped; start it instead." },
      open_terminal: { code: "vm_not_running", reason: "The VM is stopped; start it first." },
    },
  },
  rebooting: changing("rebooting"),
  resizing: changing("being resized"),
  attaching_volume: changing("attaching a volume"),
  detaching_volume: changing("detaching a volume"),
  resizing_plan: changing("changing its plan"),
  resizing_disk: changing("growing its disk"),
  deleting: { changing: true, refusals: everyAction(busy("being deleted")) },
  deleted: {
    changing: false,
    refusals: everyAction({ code: "vm_deleted", reason: "The VM has been deleted; create a new one." }),
  },
  error: { changing: false, refusals: { ...everyAction(inError), update: null, delete: null } },
};

/** Why a VM of this status refuses the action, or null if it is allowed. */
export function vmRefusal(status: VmStatus, action: VmAction): VmRefusal | null {
  return VM_STATES[status].refusals[action];
}

/** What the owner of a VM that an operator holds cannot do. Deleting, stopping, snapshots and reading stay possible. */
export const HELD_ACTIONS: readonly VmAction[] = [
  "start",
  "reboot",
  "resize_plan",
  "resize_root_disk",
  "rebuild",
  "rescue",
  "update_access",
  "restore",
  "open_terminal",
];

/** Why a VM that an operator holds refuses the action, or null if it is allowed. @param reason null if nobody holds it */
export function heldRefusal(reason: string | null | undefined, action: VmAction): VmRefusal | null {
  if (reason === null || reason === undefined || !HELD_ACTIONS.includes(action)) return null;
  return { code: "vm_held", reason: `An operator of the cloud keeps the VM stopped (${reason}); ask their support.` };
}

/** The same for a VM of a list, which does not say why an operator holds it. */
export function listedVmRefusal(
  { status, held_at }: { readonly status: VmStatus; readonly held_at?: string | null | undefined },
  action: VmAction,
): VmRefusal | null {
  const held = held_at != null && HELD_ACTIONS.includes(action);
  const reason = "An operator of the cloud keeps the VM stopped; its page says why.";
  return held ? { code: "vm_held", reason } : vmRefusal(status, action);
}

/** The statuses that allow an action. */
export function statusesAllowing(action: VmAction): VmStatus[] {
  return VM_STATUSES.filter((status) => vmRefusal(status, action) === null);
}
