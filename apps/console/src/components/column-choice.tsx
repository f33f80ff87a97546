"use client";

import { Columns3 } from "lucide-react";
import { useCallback, useId, useMemo, useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";

const CHANGED = "fulmar-columns";

/**
 * The columns of a list that this browser's owner does not want to see; the choice is kept in the browser.
 * @param list a name of its own
 */
export function useHiddenColumns(list: string) {
  const key = `fulmar.columns.${list}`;
  const text = useSyncExternalStore(
    onChange,
    () => localStorage.getItem(key) ?? "",
    () => "",
  );
  const hidden = useMemo(() => new Set(text.split(",").filter((id) => id !== "")), [text]);
  const show = useCallback(
    (id: string, shown: boolean) => {
      const next = new Set(
        (localStorage.getItem(key) ?? "").split(",").filter((other) => other !== "" && other !== id),
      );
      if (!shown) next.add(id);
      localStorage.setItem(key, [...next].join(","));
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return { hidden, show };
}

function onChange(listener: () => void) {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}

/** Chooses which columns a list shows; the first one, which names the row, always stays. */
export function ColumnChoice({
  columns,
  hidden,
  onShow,
}: {
  columns: readonly (readonly [id: string, title: string])[];
  hidden: ReadonlySet<string>;
  onShow: (id: string, shown: boolean) => void;
}) {
  const id = useId();
  const button = useRef<HTMLSpanElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const place = () => {
    if (!button.current || !popup.current) return;
    const around = button.current.getBoundingClientRect();
    popup.current.style.top = `${around.bottom + 6}px`;
    popup.current.style.left = `${Math.max(8, around.right - popup.current.offsetWidth)}px`;
  };
  return (
    <span ref={button} className="ml-auto">
      <Button popoverTarget={id} aria-label="Choose columns" className="px-2.5">
        <Columns3 className="size-4" aria-hidden />
      </Button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        onToggle={place}
        className="fixed inset-auto m-0 rounded-lg border border-line bg-raised p-3 text-ink shadow-raised"
      >
        <fieldset className="space-y-1.5">
          <legend className="pb-1.5 font-medium text-ink-subtle text-xs">Columns</legend>
          {columns.map(([column, title]) => (
            <label key={column} className="flex items-center gap-2.5">
              <input
                type="checkbox"
                checked={!hidden.has(column)}
                onChange={(event) => onShow(column, event.currentTarget.checked)}
                className="size-4 accent-accent"
              />
              {title}
            </label>
          ))}
        </fieldset>
      </div>
    </span>
  );
}
