"use client";

import { useWorkspace } from "@/shell/workspace.tsx";

/** For how long what is deleted in this workspace can be restored, in words; null if it cannot. */
export function useDeletionWindow(): string | null {
  const { organization, workspaceId } = useWorkspace();
  const hours = organization.workspaces.find(({ workspace_id }) => workspace_id === workspaceId)?.deletion_window_hours;
  return hours === undefined || hours === 0 ? null : hoursInWords(hours);
}

/** A number of hours in words: "3 days", "36 hours". */
export function hoursInWords(hours: number): string {
  const [count, unit] = hours >= 48 && hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
