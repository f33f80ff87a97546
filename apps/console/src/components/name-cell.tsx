"use client";

import { type OperatorHref, type WorkspaceHref, workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Copyable } from "./copyable.tsx";
import { ProtectedSign } from "./deletion-protection.tsx";
import { PromptLink } from "./prompt-link.tsx";

interface Named {
  readonly id: string;
  readonly name: string;
  readonly mono?: boolean;
  /** The name of the id for the copy button. */
  readonly idLabel?: string;
  /** Whether the resource is protected from deletion. */
  readonly isProtected?: boolean | undefined;
}

/**
 * The first cell of a list of the workspace: a link to the row's page, and its id.
 * @param page below the workspace, such as `vpcs`
 */
export function NameCell({ page, ...named }: Named & { page: string }) {
  const { workspaceId } = useWorkspace();
  return <LinkCell href={workspaceHref(workspaceId, `${page}/${named.id}`)} {...named} />;
}

/** The first cell of a list: a link to the row's page, and its id. */
export function LinkCell({
  href,
  id,
  name,
  mono = false,
  idLabel = "id",
  isProtected,
}: Named & { href: WorkspaceHref | OperatorHref }) {
  return (
    <div className="min-w-40 py-2">
      <PromptLink
        href={href}
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
