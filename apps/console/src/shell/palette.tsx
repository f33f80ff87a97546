"use client";

import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type RefObject, useDeferredValue, useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { useCommands } from "./commands.ts";
import { sayOffline } from "./navigation-progress.tsx";
import { currentPageActions } from "./page-actions.ts";
import { type PaletteItem, paletteItems } from "./palette-items.ts";
import { PaletteList } from "./palette-list.tsx";
import { useWorkspace } from "./workspace.tsx";

const LIST_ID = "palette-list";

/**
 * Finds pages, actions and resources by typed text. The focus stays in the field, and the arrow keys move through the
 * results.
 */
export function Palette({
  open,
  onOpenChange,
  finalFocus,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop
          className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-100 data-ending-style:opacity-0
            data-starting-style:opacity-0"
        />
        <Dialog.Popup
          aria-label="Find anything"
          finalFocus={finalFocus}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2
            flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-raised outline-none
            transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Finder onDone={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onDone }: { onDone: () => void }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [actions] = useState(currentPageActions);
  const { found, searching, error } = useFound(text);
  const commands = useCommands();
  const items = paletteItems(workspaceId, text, { actions, commands, found });
  const current = items[Math.min(at, items.length - 1)];

  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined || item.refusal !== null) return;
    onDone();
    if ("href" in item.target && !navigator.onLine) return sayOffline();
    if ("href" in item.target) router.push(item.target.href);
    else item.target.onSelect();
  };
  const move = (by: number) => setAt((Math.min(at, items.length - 1) + by + items.length) % Math.max(items.length, 1));
  const onKey = new Map([
    ["ArrowDown", () => move(1)],
    ["ArrowUp", () => move(-1)],
    ["Home", () => setAt(0)],
    ["End", () => setAt(items.length - 1)],
    ["Enter", () => choose(current)],
  ]);
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label="Find a page, an action or a resource"
        aria-expanded={items.length > 0}
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : optionId(current)}
        // The field is the dialog's only purpose.
        // biome-ignore lint/a11y/noAutofocus: dialogs focus their first control, and this is the only one
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder="Pages, actions, names, ids"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const act = onKey.get(event.key);
          if (act === undefined || event.nativeEvent.isComposing) return;
          event.preventDefault();
          act();
        }}
        className="h-12 w-full shrink-0 border-line border-b bg-transparent px-4 text-base outline-none
          placeholder:text-ink-subtle"
      />
      <PaletteList
        id={LIST_ID}
        items={items}
        current={current}
        optionId={optionId}
        onChoose={choose}
        onPoint={(item) => setAt(items.indexOf(item))}
      />
      <div className="flex shrink-0 justify-between gap-4 border-line border-t px-4 py-2 text-ink-muted text-xs">
        <p role="status">{message(items.length, searching, error)}</p>
        {items.length > 0 && (
          <p aria-hidden className="hidden shrink-0 gap-3 sm:pointer-fine:flex">
            <span>↑↓ choose</span>
            <span>↵ open</span>
            <span>Esc close</span>
          </p>
        )}
      </div>
    </>
  );
}

function optionId(item: PaletteItem): string {
  return `palette-${item.key.replaceAll(/[^A-Za-z0-9_-]/g, "-")}`;
}

function message(count: number, searching: boolean, error: boolean): string {
  if (error) return "Resources could not be searched; pages and actions are listed.";
  if (searching) return "Searching…";
  return count === 0
    ? "Nothing found. The search looks in names, addresses and tags, and at the beginnings of ids."
    : `${count} found`;
}

/** Resources with the text in their name, id, address or tags, after typing pauses. */
function useFound(text: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const sought = useDeferredValue(text.trim());
  const search = useQuery({
    ...trpc.search.find.queryOptions({ workspace_id: workspaceId, text: sought.slice(0, 128) }),
    enabled: sought !== "",
    placeholderData: keepPreviousData,
  });
  const found = sought === "" ? [] : (search.data ?? []);
  return { found, searching: sought !== "" && search.isFetching, error: search.isError };
}
