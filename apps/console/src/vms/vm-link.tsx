"use client";

import Link from "next/link";
import { resourceHref } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { ListedVm } from "./use-vms.ts";

/** A link to a VM's page, by name if that is known. */
export function VmLink({ id, vm }: { id: string; vm: ListedVm | undefined }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link href={vmHref(workspaceId, id, vm)} className="rounded font-medium hover:underline">
      {vm?.name ?? id}
    </Link>
  );
}

/** @param tab a tab of the VM's page; if the kind is unknown, the link resolves the VM by its id */
export function vmHref(
  workspaceId: string,
  id: string,
  vm: ListedVm | undefined,
  tab: "" | "/networking" = "",
): `/workspaces/${string}` {
  return vm === undefined ? resourceHref(workspaceId, id) : `/workspaces/${workspaceId}/${vm.page}/${id}${tab}`;
}
