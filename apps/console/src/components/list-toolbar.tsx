"use client";

import { LONGEST_NAME } from "@fulmar/contract";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

const CONTROL =
  "h-9 rounded-md border border-line-strong bg-surface text-sm shadow-card placeholder:text-ink-subtle hover:border-ink-subtle focus-visible:outline-offset-0";

/** Long enough for a word, short enough to feel like an answer. */
const TYPING_MS = 250;

/**
 * What narrows a list: a search that follows the typing, and one select per filter.
 * @param search the text in force; undefined where the list cannot be searched
 * @param children further controls at the end of the row, such as the choice of columns
 */
export function ListToolbar({
  search,
  searchLabel = "Search by name",
  filters = [],
  onChoose,
  children,
}: {
  search?: string | undefined;
  searchLabel?: string;
  filters?: readonly {
    readonly name: string;
    readonly label: string;
    readonly value: string;
    readonly options: readonly (readonly [string, string])[];
  }[];
  onChoose: (change: Readonly<Record<string, string>>) => void;
  children?: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every assistive technology yet
    <div role="search" className="mb-4 flex flex-wrap gap-2">
      {search !== undefined && (
        <SearchBox
          text={search}
          label={searchLabel}
          onSearch={(text) => onChoose({ search: text })}
          className={filters.length > 0 ? "max-sm:basis-full" : ""}
        />
      )}
      {filters.map(({ name, label, value, options }) => (
        <select
          key={name}
          aria-label={label}
          value={value}
          onChange={(event) => onChoose({ [name]: event.currentTarget.value })}
          className={`${CONTROL} min-w-0 max-w-full appearance-none bg-[image:var(--chevron)] bg-[position:right_0.6rem_center] bg-no-repeat pr-8 pl-3`}
        >
          <option value="">{`Any ${label.toLowerCase()}`}</option>
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

/** Holds what is being typed; the list follows when the typing pauses, and at once on Enter. */
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
  useEffect(() => {
    send.current = onSearch;
  });
  useEffect(() => {
    // The address changed by itself, as with the browser's back button.
    if (text !== sent.current) {
      sent.current = text;
      setTyped(text);
    }
  }, [text]);
  const search = (next: string) => {
    if (next === sent.current) return;
    sent.current = next;
    send.current(next);
  };
  useEffect(() => {
    const pause = window.setTimeout(() => {
      if (typed.trim() === sent.current) return;
      sent.current = typed.trim();
      send.current(typed.trim());
    }, TYPING_MS);
    return () => window.clearTimeout(pause);
  }, [typed]);
  return (
    <div className={`${className} relative min-w-48 flex-1 sm:max-w-72`}>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-subtle" aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={LONGEST_NAME}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && search(typed.trim())}
        // Who leaves the field may be on the way to another page: a search that came later would call them back.
        onBlur={() => search(typed.trim())}
        className={`${CONTROL} w-full pr-3 pl-9`}
      />
    </div>
  );
}
