"use client";

import { PromptLink } from "@/components/prompt-link.tsx";
import { resourceHref } from "@/shell/resource-href.ts";
import type { NamedResource } from "@/shell/resource-name.tsx";
import { resourcePage } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * The VM that a volume is at, by its name in a line of text, as the way to its page; by its id where there is no name
 * to be had.
 */
export function VmName({ id, found }: NamedResource) {
  const { workspaceId } = useWorkspace();
  return (
    <PromptLink
      href={found ? resourcePage(workspaceId, found) : resourceHref(workspaceId, id)}
      className="rounded font-medium hover:underline"
    >
      {found?.name ?? id}
    </PromptLink>
  );
}
