"use client";

import { Plus } from "lucide-react";
import { ButtonLink } from "@/components/button.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VM_PAGES, type VmKind } from "@/vm-detail/vm-queries.ts";
import { VmTable } from "./vm-table.tsx";

/** The list of a workspace's VMs of one kind. */
export function VmListPage({ kind }: { kind: VmKind }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { page, title } = VM_PAGES[kind];
  return (
    <>
      <PageHeader title={title}>
        <ButtonLink href={workspaceHref(workspaceId, `${page}/new`)} look="primary" refusal={roleRefusal("vm.write")}>
          <Plus className="size-4" aria-hidden />
          New VM
        </ButtonLink>
      </PageHeader>
      <VmTable kind={kind} />
    </>
  );
}
