"use client";

import { LONGEST_NAME } from "@fulmar/contract";
import { useSearchParams } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { useKeptText } from "@/client/kept-text.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Button } from "./button.tsx";
import { PopoverButton } from "./popover-button.tsx";

/** The address without filters and order. */
const WHOLE = "";

/**
 * The views of a list that its reader has saved in this browser: filters and order under a name, above the list. Hidden
 * while there is neither a view nor a filter to save.
 * @param list the list's own storage key
 * @param many what is listed
 */
export function SavedViews({ list, many }: { list: string; many: string }) {
  const { profile } = useWorkspace();
  // Name and query of each view, as a query of their own.
  const [text, keep] = useKeptText(`fulmar.views.${profile.user_id}.${list}`);
  const views = new URLSearchParams(text);
  const now = queryOf(useSearchParams());
  if (views.size === 0 && now === WHOLE) return null;
  const [current] = [...views].find(([, query]) => query === now) ?? [];
  const change = (work: (views: URLSearchParams) => void) => {
    work(views);
    keep(views.toString());
  };
  return (
    <nav aria-label="Views" className="mb-3 flex flex-wrap items-center gap-1">
      {views.size > 0 && (
        <View chosen={now === WHOLE} query={WHOLE}>
          All {many}
        </View>
      )}
      {[...views].map(([name, query]) => (
        <View key={name} chosen={query === now} query={query}>
          {name}
        </View>
      ))}
      {current !== undefined && (
        <Button look="quiet" onClick={() => change((all) => all.delete(current))}>
          Delete view
        </Button>
      )}
      {current === undefined && now !== WHOLE && (
        <SaveView key={now} onSave={(name) => change((all) => all.set(name, now))} />
      )}
    </nav>
  );
}

function View({ chosen, query, children }: { chosen: boolean; query: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => window.history.replaceState(null, "", query === WHOLE ? window.location.pathname : `?${query}`)}
      className="h-8 max-w-56 truncate rounded-md px-2.5 text-ink-muted text-sm hover:bg-hover hover:text-ink
        aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-ink"
    >
      {children}
    </button>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  const trimmed = name.trim();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== "") onSave(trimmed);
  };
  return (
    <PopoverButton content="Save view">
      <form onSubmit={save} className="flex w-64 max-w-full flex-col gap-2.5">
        <label className="space-y-1.5">
          <span className="block font-medium text-sm">Name of the view</span>
          <input
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            className="h-9 w-full rounded-md border border-line-strong bg-surface px-3 text-sm"
          />
        </label>
        <p className="text-ink-muted text-xs">The view has the filters and the order. Only this browser keeps it.</p>
        <Button type="submit" look="primary" refusal={trimmed === "" ? "Enter a name for the view." : null}>
          Save
        </Button>
      </form>
    </PopoverButton>
  );
}

/** The address's fields in one order, so that the same choice is the same text. */
function queryOf(search: Pick<URLSearchParams, "toString">): string {
  const fields = new URLSearchParams(search.toString());
  fields.sort();
  return fields.toString();
}
