"use client";

import { MANAGER_ROLES } from "@fulmar/contract";
import { Check } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { notify } from "@/components/toast-store.ts";
import { hoursInWords } from "@/deletion/use-deletion-window.ts";
import { useWorkspace, WorkspaceContext } from "@/shell/workspace.tsx";
import { DeletionWindowButton } from "./deletion-window.tsx";
import { useRoleRefusal } from "./use-role.ts";
import { WorkspaceAccess } from "./workspace-access.tsx";
import { NewWorkspaceButton, RenameWorkspaceButton } from "./workspace-name.tsx";

interface WorkspaceRow {
  readonly workspace_id: string;
  readonly name: string;
  readonly deletion_window_hours: number;
}

const column = columnsOf<WorkspaceRow>();

const columns = [
  column("name", "Name", (original) => <WorkspaceLink workspace={original} />),
  column("id", "workspace_id", (original) => <Copyable text={original.workspace_id} label="workspace id" />),
  column("window", "Deletion window", (original) =>
    original.deletion_window_hours === 0 ? "off" : hoursInWords(original.deletion_window_hours),
  ),
  column("actions", hiddenTitle("Actions"), (original) => (
    <div className="flex justify-end gap-2">
      <DeletionWindowButton workspace={original} />
      <RenameWorkspaceButton workspace={original} />
      <DeleteWorkspace workspace={original} />
    </div>
  )),
];

export function WorkspacesPage() {
  const { organization } = useWorkspace();
  return (
    <div className="space-y-10">
      <Section
        title="Workspaces"
        lead="Each workspace has its own resources. API requests name the workspace_id."
        actions={<NewWorkspaceButton />}
      >
        <DataTable
          label="List of workspaces"
          columns={columns}
          rows={organization.workspaces}
          keyOf={({ workspace_id }) => workspace_id}
        />
      </Section>
      <WorkspaceAccess />
    </div>
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

function DeleteWorkspace({ workspace }: { workspace: { workspace_id: string; name: string } }) {
  const place = useWorkspace();
  const { workspaces } = place.organization;
  const { workspace_id, name } = workspace;
  const router = useRouter();
  const trpc = useTRPC();
  const refusal =
    useRoleRefusal(MANAGER_ROLES) ??
    (workspaces.length === 1 ? "This is the last workspace; create another one first." : null);
  return (
    // The blockers are in that workspace, so the links must lead there.
    <WorkspaceContext value={{ ...place, workspaceId: workspace_id }}>
      <DeleteAction
        deletion={trpc.workspace.delete}
        input={{ workspace_id: place.workspaceId, id: workspace_id }}
        plan={trpc.changePlan.workspace.delete}
        onDeleted={() => {
          notify.done(`Deleted ${name}`);
          const next = workspaces.find((other) => other.workspace_id !== workspace_id);
          if (place.workspaceId === workspace_id && next !== undefined)
            router.push(`/workspaces/${next.workspace_id}/settings/workspaces`);
          router.refresh();
        }}
        what="workspace"
        name={name}
        lead="Only an empty workspace can be deleted. Its ledger and its audit trail are kept."
        typed
        refusal={refusal}
        row={name}
      />
    </WorkspaceContext>
  );
}
