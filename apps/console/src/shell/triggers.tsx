"use client";

import { ChevronsUpDown, Menu as MenuIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { useWorkspace } from "./workspace.tsx";

/** The buttons in the header that open something, each as it looks with and without what it opens. */
export function WorkspaceTrigger(props: ComponentProps<"button">) {
  const { organization, workspaceName } = useWorkspace();
  return (
    <button type="button" {...props} className="flex h-9 min-w-0 items-center gap-2 rounded-md px-2.5 hover:bg-hover data-popup-open:bg-hover">
      <span className="sr-only">Switch workspace. Now in</span>
      <span className="hidden max-w-48 truncate text-ink-muted sm:inline">{organization.name}</span>
      <span className="hidden text-line-strong sm:inline" aria-hidden>
        /
      </span>
      <span className="max-w-48 truncate font-medium">{workspaceName}</span>
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-subtle" aria-hidden />
    </button>
  );
}

export function AccountTrigger(props: ComponentProps<"button">) {
  const { profile } = useWorkspace();
  return (
    <button
      type="button"
      {...props}
      aria-label={`Account of ${profile.name}`}
      className="grid size-8 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs uppercase"
    >
      {initials(profile.name)}
    </button>
  );
}

export function DrawerTrigger(props: ComponentProps<"button">) {
  return (
    <button type="button" {...props} aria-label="Open navigation" className="grid size-9 place-items-center rounded-md text-ink-muted hover:bg-hover md:hidden">
      <MenuIcon className="size-5" aria-hidden />
    </button>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? "?"}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`;
}
