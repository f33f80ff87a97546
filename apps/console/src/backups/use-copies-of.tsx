"use client";

import type { Backup } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { onDemand } from "@/client/on-demand.tsx";
import type { RowAction } from "@/components/row-menu.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const CopyNow = onDemand(async () => (await import("./copy-now.tsx")).CopyNow);

/** The items of a backup's menu that copy it and lead to its copies. */
export function useCopiesOf(backup: Backup): RowAction[] {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const copies = workspaceHref(workspaceId, `backups/copies?backup_id=${encodeURIComponent(backup.backup_id)}`);
  const unfit = backup.status === "succeeded" ? null : "The backup has not succeeded.";
  return [
    {
      label: "Copy to a destination",
      refusal: roleRefusal("vm.write") ?? unfit,
      dialog: (state) => <CopyNow backup={backup} {...state} />,
    },
    { label: "Copies", refusal: null, onSelect: () => router.push(copies) },
  ];
}
