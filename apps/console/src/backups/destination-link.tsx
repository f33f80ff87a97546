"use client";

import { PromptLink } from "@/components/prompt-link.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The name of a destination, which leads to its page. */
export function DestinationLink({ id, name }: { id: string; name: string }) {
  const { workspaceId } = useWorkspace();
  return (
    <PromptLink
      href={workspaceHref(workspaceId, `backups/destinations/${id}`)}
      className="rounded underline decoration-line-strong underline-offset-2 [overflow-wrap:anywhere]
        hover:decoration-current"
    >
      {name}
    </PromptLink>
  );
}
