"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { OperatorHref, WorkspaceHref } from "./destinations.ts";

export interface NavigationEntry {
  readonly label: string;
  readonly href: WorkspaceHref | OperatorHref;
  readonly icon: LucideIcon;
  /** Whether the open page is this one or belongs to it. */
  readonly here: boolean;
  /** What the entry says at its end, such as how much waits there. */
  readonly aside?: ReactNode;
}

/** Links to pages, in groups of which those without a label have no heading. */
export function NavigationList({
  groups,
}: {
  groups: readonly { readonly label: string | null; readonly entries: readonly NavigationEntry[] }[];
}) {
  return (
    <nav aria-label="Main" className="space-y-3">
      {groups.map(({ label, entries }) => (
        <div key={label}>
          {label !== null && <h2 className="px-2.5 pb-0.5 font-medium text-ink-subtle text-xs">{label}</h2>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.href}>
                <Entry {...entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ label, href, icon: Icon, here, aside }: NavigationEntry) {
  return (
    <PromptLink
      href={href}
      aria-current={here ? "page" : undefined}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-ink-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon className="size-4" aria-hidden />
      {label}
      {aside}
    </PromptLink>
  );
}
