"use client";

import type { OperationAction } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ACTION_NAME } from "./operation-labels.ts";

/** The action of an operation as a link to its page, and its id. */
export function OperationLink({
  operation,
}: {
  operation: { readonly operation_id: string; readonly action: OperationAction };
}) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-40 py-2">
      <PromptLink
        href={workspaceHref(workspaceId, `operations/${operation.operation_id}`)}
        className="rounded font-medium hover:underline"
      >
        {ACTION_NAME[operation.action]}
      </PromptLink>
      <div className="leading-4">
        <Copyable text={operation.operation_id} label="id" />
      </div>
    </div>
  );
}
