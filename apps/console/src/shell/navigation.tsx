"use client";

import { usePathname } from "next/navigation";
import { WaitingCount } from "@/approvals/waiting-count.tsx";
import { destinationOf, FAMILIES, workspaceHref } from "./destinations.ts";
import { NavigationList } from "./navigation-list.tsx";
import { useWorkspace } from "./workspace.tsx";

/** The page whose entry says how much waits there. */
const APPROVALS = "approvals";

/** The families and their pages. */
export function Navigation() {
  const { workspaceId } = useWorkspace();
  const here = destinationOf(usePathname());
  return (
    <NavigationList
      groups={FAMILIES.map(({ label, pages }) => ({
        label,
        entries: pages.map((destination) => ({
          label: destination.label,
          href: workspaceHref(workspaceId, destination.page),
          icon: destination.icon,
          here: destination === here,
          ...(destination.page === APPROVALS && { aside: <WaitingCount /> }),
        })),
      }))}
    />
  );
}
