"use client";

import { Copyable } from "@/components/copyable.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * The first cell of a list: the way to the page of what the row is about, and its id. @param page below the workspace,
 * such as `vpcs`
 */
export function NameCell({ page, id, name, mono = false }: { page: string; id: string; name: string; mono?: boolean }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-40 py-2">
      <PromptLink
        href={workspaceHref(workspaceId, `${page}/${id}`)}
        className={`rounded font-medium [overflow-wrap:anywhere] hover:underline ${mono ? "font-mono text-[13px]" : ""}`}
      >
        {name}
      </PromptLink>
      <div className="leading-4">
        <Copyable text={id} label="id" />
      </div>
    </div>
  );
}
