"use client";

import type { CaptureStatus } from "@fulmar/contract";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay, restoreRefusal } from "./capture-status-badge.tsx";
import { useVm } from "./vm-place.tsx";

/** Why a snapshot or a backup cannot be restored or deleted now, or null for each. */
export function useCaptureRefusals(point: "snapshot" | "backup", status: CaptureStatus) {
  const { refusal } = useVm();
  const { roleRefusal } = useWorkspace();
  const underWay = isUnderWay(status)
    ? `The ${point} is being taken; wait until it has finished, or cancel its operation.`
    : null;
  return {
    restore: refusal("restore") ?? restoreRefusal(status, point),
    remove: roleRefusal("vm.write") ?? underWay,
  };
}
