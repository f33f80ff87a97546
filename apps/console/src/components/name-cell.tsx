"use client";

import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Copyable } from "./copyable.tsx";
import { ProtectedSign } from "./deletion-protection.tsx";
import { PromptLink } from "./prompt-link.tsx";

/**
 * The first cell of a list: a link to the row's page, and its id.
 * @param page below the workspace, such as `vpcs`
 * @param idLabel the name of the id for the copy button
 */
export function NameCell({
  page,
  id,
  name,
  mono = false,
  idLabel = "id",
  isProtected,
}: {
  page: string;
  id: string;
  name: string;
  mono?: boolean;
  idLabel?: string;
  /** Whether the resource is protected from deletion. */
  isProtected?: boolean | undefined;
}) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-40 py-2">
      <PromptLink
        href={workspaceHref(workspaceId, `${page}/${id}`)}
        className={`rounded font-medium [overflow-wrap:anywhere] hover:underline ${mono ? "font-mono text-[13px]" : ""}`}
      >
        {name}
      </PromptLink>
      <ProtectedSign isProtected={isProtected} />
      <div className="leading-4">
        <Copyable text={id} label={idLabel} />
      </div>
    </div>
  );
}
