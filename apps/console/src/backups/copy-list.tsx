"use client";

import type { WorkspacePath } from "@/client/list.ts";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { COPIES, copyColumns } from "./copy-columns.tsx";
import { copyList } from "./destination-queries.ts";

/** The copies at all destinations, or those of the backup that the address names. */
export function CopyListPage(path: WorkspacePath) {
  const { workspaceId } = useWorkspace();
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Backups", href: workspaceHref(workspaceId, "backups") }]}
        title="Copies"
        lead="Backups that are copied to destinations. Only what is new is written, and a VM can be created from each copy at
          any site of the same kind."
      />
      <ListTable
        list={copyList}
        path={path}
        kind={COPIES}
        label="Copies"
        filters={{ status: ["Status"] }}
        columns={copyColumns}
        columnsKeptAs="backup-copies"
        keyOf={({ copy_id }) => copy_id}
      />
    </>
  );
}
