"use client";

import Link from "next/link";
import { resourceHref } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { Machine } from "./use-machines.ts";

/** A link to a VM's page, by name if that is known. */
export function MachineLink({ id, machine }: { id: string; machine: Machine | undefined }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link href={machineHref(workspaceId, id, machine)} className="rounded font-medium hover:underline">
      {machine?.name ?? id}
    </Link>
  );
}

/** @param tab a tab of the VM's page; if the kind is unknown, the link resolves the VM by its id */
export function machineHref(
  workspaceId: string,
  id: string,
  machine: Machine | undefined,
  tab: "" | "/networking" = "",
): `/workspaces/${string}` {
  return machine === undefined
    ? resourceHref(workspaceId, id)
    : `/workspaces/${workspaceId}/${machine.page}/${id}${tab}`;
}
