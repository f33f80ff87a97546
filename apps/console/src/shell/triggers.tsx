"use client";

import { Activity, ChevronsUpDown, LoaderCircle, Menu as MenuIcon, Search } from "lucide-react";
import type { ComponentProps } from "react";
import { useProfile } from "./profile.tsx";
import { useWorkspace } from "./workspace.tsx";

/** The header's buttons for menus and popups, rendered before and after those have loaded. */
export function WorkspaceTrigger(props: ComponentProps<"button">) {
  const { organization, workspaceName } = useWorkspace();
  return (
    <button
      type="button"
      {...props}
      className="flex h-9 min-w-0 max-w-full items-center gap-2 rounded-md px-2.5 hover:bg-hover data-popup-open:bg-hover"
    >
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
  const profile = useProfile();
  return (
    <button
      type="button"
      {...props}
      // The accessible name contains the visible text, for users of voice control.
      aria-label={`Account of ${profile.name} (${initials(profile.name)})`}
      className="grid size-8 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs uppercase"
    >
      <span aria-hidden>{initials(profile.name)}</span>
    </button>
  );
}

export function DrawerTrigger(props: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      aria-label="Open navigation"
      className="grid size-9 place-items-center rounded-md text-ink-muted hover:bg-hover md:hidden"
    >
      <MenuIcon className="size-5" aria-hidden />
    </button>
  );
}

export function TrayTrigger({ running = 0, ...props }: ComponentProps<"button"> & { running?: number }) {
  return (
    <button
      type="button"
      {...props}
      aria-label={running === 0 ? "Operations" : undefined}
      className="flex h-9 shrink-0 items-center gap-2 rounded-md px-2.5 text-ink-muted hover:bg-hover data-popup-open:bg-hover"
    >
      {running === 0 ? (
        <Activity className="size-4" aria-hidden />
      ) : (
        <LoaderCircle className="size-4 animate-spin text-busy" aria-hidden />
      )}
      {running > 0 && (
        <span className="whitespace-nowrap text-ink tabular-nums">
          {running}
          <span className="max-sm:sr-only"> in progress</span>
        </span>
      )}
    </button>
  );
}

export function PaletteTrigger(props: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-9 shrink-0 items-center gap-2 rounded-md px-2.5 text-ink-muted hover:bg-hover lg:border
        lg:border-line-strong lg:bg-surface lg:pr-2"
    >
      <Search className="size-4" aria-hidden />
      <span className="max-lg:sr-only">Find anything</span>
      <kbd
        aria-hidden
        className="ml-4 hidden rounded border border-line px-1 font-sans text-ink-subtle text-xs lg:inline"
      >
        Ctrl K
      </kbd>
    </button>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? "?"}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`;
}
