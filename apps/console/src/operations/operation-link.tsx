"use client";

import type { OperationAction } from "@fulmar/contract";
import Link from "next/link";
import { Copyable } from "@/components/copyable.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ACTION_NAME } from "./operation-words.ts";

/** What an operation does, as the way to its page, and its id. */
export function OperationLink({ operation }: { operation: { readonly operation_id: string; readonly action: OperationAction } }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-40 py-2">
      <Link href={workspaceHref(workspaceId, `operations/${operation.operation_id}`)} prefetch={false} className="rounded font-medium hover:underline">
        {ACTION_NAME[operation.action]}
      </Link>
      <div className="leading-4">
        <Copyable text={operation.operation_id} label="id" />
      </div>
    </div>
  );
}
