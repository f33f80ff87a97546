"use client";

import { useRouter } from "next/navigation";
import type { MenuAction } from "@/components/menu-look.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The item of a backup's menu that leads to its copies. */
export function useCopiesOf(backupId: string): MenuAction {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const copies = workspaceHref(workspaceId, `backups/copies?backup_id=${encodeURIComponent(backupId)}`);
  return { label: "Copies", refusal: null, onSelect: () => router.push(copies) };
}
