"use client";

import { inSentence, LONGEST_NAME } from "@fulmar/contract";
import { Columns3, Search } from "lucide-react";
import { type ComponentProps, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useKeptText } from "@/client/kept-text.ts";
import { opensPage } from "@/shell/navigation-progress.tsx";
import { Button } from "./button.tsx";
import { Facet, type FacetOptions } from "./facet.tsx";
import { PopoverButton } from "./popover-button.tsx";

const CONTROL =
  "h-9 rounded-md border border-line-strong bg-surface text-sm shadow-card placeholder:text-ink-subtle " +
  "hover:border-ink-subtle focus-visible:outline-offset-0";

/** Long enough to finish a word, short enough to feel immediate. */
const TYPING_MS = 250;

/**
 * The filters of a list: a search that follows typing, and one control per filter.
 * @param search the current text, or undefined if the list has no search
 * @param children further controls at the end of the row, such as the choice of columns
 */
export function ListToolbar({
  search,
  searchLabel = "Search by name",
  filters = [],
  facets = [],
  onChoose,
  children,
}: {
  search?: string | undefined;
  searchLabel?: string;
  filters?: readonly {
    readonly name: string;
    readonly label: string;
    readonly value: string;
    readonly options: FacetOptions;
  }[];
  facets?: readonly ComponentProps<typeof Facet>[];
  onChoose: (change: Readonly<Record<string, string>>) => void;
  children?: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology supports <search> yet
    <div role="search" className="mb-4 flex flex-wrap gap-2">
      {search !== undefined && (
        <SearchBox
          text={search}
          label={searchLabel}
          onSearch={(text) => onChoose({ search: text })}
          className={filters.length + facets.length > 0 ? "max-sm:basis-full" : ""}
        />
      )}
      {facets.map((facet) => (
        <Facet key={facet.label} {...facet} />
      ))}
      {filters.map(({ name, label, value, options }) => (
        <select
          key={name}
          aria-label={label}
          value={value}
          onChange={(event) => onChoose({ [name]: event.currentTarget.value })}
          className={`${CONTROL} min-w-0 max-w-full appearance-none bg-[image:var(--chevron)]
            bg-[position:right_0.6rem_center] bg-no-repeat pr-8 pl-3`}
        >
          <option value="">{`Any ${inSentence(label)}`}</option>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ))}
      {children}
    </div>
  );
}

/** Holds the text being typed. The list follows when typing pauses, and at once on Enter. */
function SearchBox({
  text,
  label,
  onSearch,
  className,
}: {
  text: string;
  label: string;
  onSearch: (text: string) => void;
  className: string;
}) {
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const send = useRef(onSearch);
  const pause = useRef<number>(undefined);
  useEffect(() => {
    send.current = onSearch;
  });
  useEffect(() => {
    // The address changed from outside, for example by the browser's back button.
    if (text !== sent.current) {
      sent.current = text;
      setTyped(text);
      window.clearTimeout(pause.current);
    }
  }, [text]);
  const search = (next: string) => {
    window.clearTimeout(pause.current);
    if (next === sent.current) return;
    sent.current = next;
    send.current(next);
  };
  const searchSoon = (next: string) => {
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(() => search(next), TYPING_MS);
  };
  useEffect(() => {
    // A search that ran after a link was clicked would bring the user back.
    const stop = (event: MouseEvent) => opensPage(event) && window.clearTimeout(pause.current);
    document.addEventListener("click", stop, { capture: true });
    return () => {
      document.removeEventListener("click", stop, { capture: true });
      window.clearTimeout(pause.current);
    };
  }, []);
  return (
    <div className={`${className} relative min-w-48 flex-1 sm:max-w-72`}>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-subtle" aria-hidden />
      <input
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={typed}
        maxLength={LONGEST_NAME}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          searchSoon(event.currentTarget.value.trim());
        }}
        onKeyDown={(event) => event.key === "Enter" && search(typed.trim())}
        // A search moves the rows. A user who is pressing one has the time to release it.
        onBlur={() => searchSoon(typed.trim())}
        className={`${CONTROL} w-full pr-3 pl-9`}
      />
    </div>
  );
}

/**
 * The hidden columns of a list, stored in the browser.
 * @param list the list's own storage key
 */
export function useHiddenColumns(list: string) {
  const [text, keep] = useKeptText(`fulmar.columns.${list}`);
  const hidden = useMemo(() => new Set(text.split(",").filter((id) => id !== "")), [text]);
  const show = useCallback(
    (id: string, shown: boolean) =>
      keep(
        [...hidden]
          .filter((other) => other !== id)
          .concat(shown ? [] : [id])
          .join(","),
      ),
    [hidden, keep],
  );
  return { hidden, show };
}

/** Selects the visible columns. The first one, which names the row, is always visible. */
export function ColumnChoice({
  columns,
  hidden,
  onShow,
}: {
  columns: readonly (readonly [id: string, title: string])[];
  hidden: ReadonlySet<string>;
  onShow: (id: string, shown: boolean) => void;
}) {
  return (
    <PopoverButton label="Choose columns" content={<Columns3 className="size-4" aria-hidden />} end className="px-2.5">
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
    </PopoverButton>
  );
}

/** The bulk actions on marked rows. Hidden while none are marked. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Selected rows"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-canvas px-4 py-2"
    >
      <p className="mr-auto font-medium" aria-live="polite">
        {count} selected
      </p>
      {children}
      <Button look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
