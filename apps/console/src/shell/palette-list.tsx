"use client";

import { ArrowRight, Zap } from "lucide-react";
import { useEffect, useRef } from "react";
import { destinationOf } from "./destinations.ts";
import type { PaletteItem } from "./palette-items.ts";

interface PaletteListProps {
  readonly id: string;
  readonly items: readonly PaletteItem[];
  readonly current: PaletteItem | undefined;
  readonly optionId: (item: PaletteItem) => string;
  readonly onChoose: (item: PaletteItem) => void;
  readonly onPoint: (item: PaletteItem) => void;
}

/** The results by group. */
export function PaletteList({ id, items, current, optionId, onChoose, onPoint }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const currentId = current === undefined ? undefined : optionId(current);
  useEffect(() => {
    if (currentId !== undefined) list.current?.querySelector(`#${currentId}`)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Found"
      className="min-h-0 flex-1 overflow-y-auto p-2 empty:hidden"
    >
      {[...Map.groupBy(items, ({ group }) => group)].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: no HTML element is a group of options in a listbox
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden className="px-2.5 pt-2 pb-1 font-medium text-ink-subtle text-xs">
            {group}
          </p>
          {members.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field that controls the list handles keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the current option
            <div
              key={item.key}
              id={optionId(item)}
              role="option"
              aria-selected={item.key === current?.key}
              aria-disabled={item.refusal === null ? undefined : true}
              onClick={() => onChoose(item)}
              onPointerMove={() => item.key !== current?.key && onPoint(item)}
              className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2
                aria-disabled:cursor-not-allowed aria-selected:bg-hover"
            >
              <Sign item={item} />
              <span className={`min-w-0 flex-1 truncate ${item.refusal === null ? "" : "text-ink-subtle"}`}>
                {item.label}
              </span>
              <span className="max-w-1/2 shrink-0 text-right text-ink-muted text-xs">{item.refusal ?? item.note}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The icon of the navigation, for a page and for the resources listed there. */
function Sign({ item: { target } }: { item: PaletteItem }) {
  const Icon = "href" in target ? (destinationOf(target.href)?.icon ?? ArrowRight) : Zap;
  return <Icon className="size-4 shrink-0 text-ink-subtle" aria-hidden />;
}
