"use client";

import { Button } from "@/components/button.tsx";
import { Question } from "@/components/dialog.tsx";

const SHORTCUTS = [
  [["Ctrl", "K"], "Find a page, an action or a resource (⌘ K on a Mac)"],
  [["?"], "Show this list"],
  [["↑", "↓"], "Choose in the palette and in menus"],
  [["Enter"], "Open or press what is chosen"],
  [["Esc"], "Close a dialog, a menu or the palette"],
  [["Tab"], "Go to the next control; first of all, to skip the navigation"],
] as const;

/** The keyboard shortcuts of the console. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Question open onClose={onClose} title="Keyboard shortcuts" lead="They work on every page.">
      <dl className="mt-4 space-y-2.5">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={meaning} className="flex items-baseline gap-4">
            <dt className="flex w-20 shrink-0 gap-1">
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
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Question>
  );
}
