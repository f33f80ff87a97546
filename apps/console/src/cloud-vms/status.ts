import type { OperationAction, OperationStatus, VmStatus } from "@fulmar/contract";
import type { Tone } from "@/components/status-badge.tsx";

/** The colour of every state of a VM. Total: a new state does not compile until it has one. */
export const VM_TONE: Readonly<Record<VmStatus, Tone>> = {
  pending: "busy",
  creating: "busy",
  provisioning: "busy",
  configuring: "busy",
  running: "good",
  starting: "busy",
  stopping: "busy",
  stopped: "quiet",
  rebooting: "busy",
  resizing: "busy",
  attaching_volume: "busy",
  detaching_volume: "busy",
  resizing_plan: "busy",
  resizing_disk: "busy",
  deleting: "warn",
  deleted: "quiet",
  error: "bad",
};

export const OPERATION_TONE: Readonly<Record<OperationStatus, Tone>> = {
  accepted: "busy",
  running: "busy",
  waiting: "busy",
  compensating: "warn",
  succeeded: "good",
  failed: "bad",
  cancelled: "quiet",
  timed_out: "bad",
};

export const ACTION_NAME: Readonly<Record<OperationAction, string>> = {
  create: "Create",
  start: "Start",
  stop: "Stop",
  reboot: "Reboot",
  delete: "Delete",
  resize: "Resize",
  attach_volume: "Attach volume",
  detach_volume: "Detach volume",
  resize_plan: "Change plan",
  resize_root_disk: "Grow disk",
  update_access: "Update access",
  snapshot: "Snapshot",
  restore: "Restore",
  rebuild: "Rebuild",
  rescue: "Rescue",
};

/** `attaching_volume` and `boot-instance` in words. */
export function inWords(status: string): string {
  return status.replaceAll(/[_-]/g, " ");
}
