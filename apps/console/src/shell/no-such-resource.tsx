"use client";

import { SearchX } from "lucide-react";
import { useParams } from "next/navigation";
import { ButtonLink } from "@/components/button.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "./workspace.tsx";

/** Shown if an id matches no resource. */
export function NoSuchResource() {
  const { workspaceId, workspaceName } = useWorkspace();
  const { id } = useParams<{ id: string }>();
  return (
    <>
      <PageHeader title="Resource not found" />
      <Panel
        icon={<SearchX className="size-5" aria-hidden />}
        title={`There is no ${decodeURIComponent(id)} in ${workspaceName}`}
      >
        <p>It may have been deleted, belong to another workspace, or be of a kind that your role may not see.</p>
        <div className="mt-5">
          <ButtonLink href={`/workspaces/${workspaceId}`}>Go to the overview</ButtonLink>
        </div>
      </Panel>
    </>
  );
}
