"use client";

import type { CaptureStatus } from "@fulmar/contract";
import type { ReactNode } from "react";
import type { DialogState } from "@/components/dialog-button.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay, restoreRefusal } from "./capture-status-badge.tsx";
import { useVm } from "./vm-place.tsx";

/**
 * The two actions of a snapshot or a backup, with their refusals.
 * @param name its name for screen readers
 */
export function CaptureActions({
  point,
  name,
  status,
  restore,
  remove,
}: {
  point: "snapshot" | "backup";
  name: string;
  status: CaptureStatus;
  restore: (state: DialogState) => ReactNode;
  remove: (state: DialogState) => ReactNode;
}) {
  const { refusal } = useVm();
  const { roleRefusal } = useWorkspace();
  const underWay = isUnderWay(status)
    ? `The ${point} is being taken; wait until it has finished, or cancel its operation.`
    : null;
  return (
    <RowMenu
      name={name}
      actions={[
        { label: "Restore", refusal: refusal("restore") ?? restoreRefusal(status, point), dialog: restore },
        { label: "Delete", refusal: roleRefusal("vm.write") ?? underWay, remove: true, dialog: remove },
      ]}
    />
  );
}
