import type { OperationAction, OperationResource, OperationStatus } from "@fulmar/contract";
import type { Tone } from "@/components/status-badge.tsx";

/**
 * A duration in words.
 * @param ms milliseconds
 */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * The colour of every status of an operation. Exhaustive, as are the tables below: a new status does not compile
 * without an entry.
 */
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
  move: "Move",
};

export const RESOURCE_NAME: Readonly<Record<OperationResource, string>> = {
  cloud_vm: "Cloud VM",
  gpu_vm: "GPU VM",
  volume: "Volume",
};

/** The pages of the resources that operations change, below the workspace. */
export const RESOURCE_PAGE: Readonly<Record<OperationResource, string>> = {
  cloud_vm: "cloud-vms",
  gpu_vm: "gpu-vms",
  volume: "volumes",
};
