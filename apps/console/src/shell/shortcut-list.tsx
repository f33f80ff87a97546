"use client";

import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Question } from "@/components/dialog.tsx";
import { goToLetters } from "./shortcut-keys.ts";
import { useWorkspace } from "./workspace.tsx";

type Shortcut = readonly [keys: readonly string[], meaning: string];

const OF_ALL_KEYBOARDS: readonly Shortcut[] = [
  [["Ctrl", "K"], "Find a page, an action or a resource (⌘ K on a Mac)"],
  [["↑", "↓"], "Choose in the palette and in menus"],
  [["Enter"], "Open or press what is chosen"],
  [["Esc"], "Close a dialog, a menu or the palette"],
  [["Tab"], "Go to the next control; first of all, to skip the navigation"],
];

const OF_SINGLE_KEYS: readonly Shortcut[] = [
  [["?"], "Show this list"],
  [["/"], "Search the list of the page"],
  [["c"], "Create what the page lists"],
  [["j"], "Go to the next row"],
  [["k"], "Go to the previous row"],
  [["x"], "Select the row"],
];

/** The keyboard shortcuts of the console. Those of single keys can be turned off, because speech input types letters. */
export function ShortcutList({
  off,
  onTurn,
  onClose,
}: {
  off: boolean;
  onTurn: (on: boolean) => void;
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const pages = goToLetters(workspaceId).map(([letter, label]): Shortcut => [["g", letter], label]);
  return (
    <Question open wide onClose={onClose} title="Keyboard shortcuts" lead="They work on every page.">
      <div className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <div className="space-y-5">
          <Keys title="Anywhere" shortcuts={OF_ALL_KEYBOARDS} />
          <Keys title="Single keys" shortcuts={OF_SINGLE_KEYS} />
        </div>
        <Keys title="Go to" shortcuts={pages} />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <CheckOption
          label="Use shortcuts of single keys"
          checked={!off}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        <Button onClick={onClose}>Close</Button>
      </div>
    </Question>
  );
}

function Keys({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-medium text-ink-muted text-xs">{title}</h3>
      <dl className="space-y-2.5">
        {shortcuts.map(([keys, meaning]) => (
          <div key={meaning} className="flex items-baseline gap-4">
            <dt className="flex w-16 shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded border border-line-strong bg-canvas px-1.5 py-0.5 font-mono text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
