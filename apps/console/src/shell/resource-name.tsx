"use client";

import type { FoundResource } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { resourcePage } from "./resource-page.ts";
import { useWorkspace } from "./workspace.tsx";

/** The result of `useNames` for one resource. */
export interface NamedResource {
  readonly id: string;
  /** Undefined while loading. Null if there is none, or none that the user may see. */
  readonly found: FoundResource | null | undefined;
}

/** A link to a resource by name with its id below. In narrow places the id appears only if the name is unknown. */
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
