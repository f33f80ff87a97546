"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteWorkspace } from "./delete-workspace.tsx";
import { NewWorkspaceButton, RenameWorkspaceButton } from "./workspace-name.tsx";

interface WorkspaceRow {
  readonly workspace_id: string;
  readonly name: string;
}

const column = columnsOf<WorkspaceRow>();

const columns = [
  column("name", "Name", (original) => <WorkspaceLink workspace={original} />),
  column("id", "workspace_id", (original) => <Copyable text={original.workspace_id} label="workspace id" />),
  column("actions", hiddenTitle("Actions"), (original) => (
    <div className="flex justify-end gap-2">
      <RenameWorkspaceButton workspace={original} />
      <DeleteWorkspace workspace={original} />
    </div>
  )),
];

export function WorkspacesPage() {
  const { organization } = useWorkspace();
  return (
    <Section
      title="Workspaces"
      lead="Each holds resources of its own. API requests name the workspace_id."
      actions={<NewWorkspaceButton />}
    >
      <DataTable
        label="List of workspaces"
        columns={columns}
        rows={organization.workspaces}
        keyOf={({ workspace_id }) => workspace_id}
      />
    </Section>
  );
}

function WorkspaceLink({ workspace }: { workspace: WorkspaceRow }) {
  const { workspaceId } = useWorkspace();
  return (
    <span className="flex items-center gap-2">
      <Link
        href={`/workspaces/${workspace.workspace_id}/settings/workspaces`}
        className="rounded font-medium hover:underline"
      >
        {workspace.name}
      </Link>
      {workspace.workspace_id === workspaceId && <Check className="size-4 text-good" aria-label="You are here" />}
    </span>
  );
}
