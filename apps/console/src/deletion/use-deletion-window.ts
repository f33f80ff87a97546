"use client";

import { useWorkspace } from "@/shell/workspace.tsx";
import { hoursInWords } from "./window-text.ts";

/** For how long what is deleted in this workspace can be restored, in words; null if it cannot. */
export function useDeletionWindow(): string | null {
  const { organization, workspaceId } = useWorkspace();
  const hours = organization.workspaces.find(({ workspace_id }) => workspace_id === workspaceId)?.deletion_window_hours;
  return hours === undefined || hours === 0 ? null : hoursInWords(hours);
}
