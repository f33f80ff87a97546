"use client";

import Link from "next/link";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { Machine } from "./use-machines.ts";

/** The way to a VM's page, by its name where that is known. */
export function MachineLink({ id, machine }: { id: string; machine: Machine | undefined }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link href={machineHref(workspaceId, id, machine)} className="rounded font-medium hover:underline">
      {machine?.name ?? id}
    </Link>
  );
}

export function machineHref(workspaceId: string, id: string, machine: Machine | undefined): `/workspaces/${string}` {
  return `/workspaces/${workspaceId}/${machine?.page ?? "resources"}/${id}`;
}
