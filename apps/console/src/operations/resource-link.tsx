"use client";

import type { WorkspaceOperation } from "@fulmar/contract";
import Link from "next/link";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RESOURCE_NAME, RESOURCE_PAGE } from "./operation-labels.ts";

/** A link to the resource that an operation changes. A deleted resource has no page. */
export function ResourceLink({
  operation,
}: {
  operation: Pick<WorkspaceOperation, "resource_type" | "resource_id" | "resource_name">;
}) {
  const { workspaceId } = useWorkspace();
  const { resource_type, resource_id, resource_name } = operation;
  return (
    <div className="min-w-32 in-[td]:py-2">
      {resource_name === null ? (
        <code className="font-mono text-ink-muted text-xs">{resource_id}</code>
      ) : (
        <Link
          href={workspaceHref(workspaceId, `${RESOURCE_PAGE[resource_type]}/${resource_id}`)}
          prefetch={false}
          className="rounded hover:underline [overflow-wrap:anywhere]"
        >
          {resource_name}
        </Link>
      )}
      <div className="text-ink-subtle text-xs">{RESOURCE_NAME[resource_type]}</div>
    </div>
  );
}
