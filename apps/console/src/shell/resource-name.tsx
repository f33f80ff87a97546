"use client";

import type { FoundResource } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { resourcePage } from "./resource-page.ts";
import { useWorkspace } from "./workspace.tsx";

/** What `useNames` tells of one resource. */
export interface NamedResource {
  readonly id: string;
  /** Undefined while it is on its way; null where there is none, or none that the reader may see. */
  readonly found: FoundResource | null | undefined;
}

/** The way to a resource by its name, and its id below: in a narrow place only where that is all there is. */
export function ResourceName({ id, found, narrow = false }: NamedResource & { narrow?: boolean }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="in-[td]:min-w-28 in-[td]:max-w-72">
      {found === undefined && <span role="status" aria-label="Loading" className="skeleton my-1 block h-3.5 w-28" />}
      {found && (
        <PromptLink
          href={resourcePage(workspaceId, found)}
          className="rounded font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {found.name}
        </PromptLink>
      )}
      {!(narrow && found) && found?.name !== id && (
        <div className="leading-4">
          <Copyable text={id} label="id" />
        </div>
      )}
    </div>
  );
}
