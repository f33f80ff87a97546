"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { type FilterValues, type List, type ListSpec, pageOf, readListChoice } from "./list.ts";
import { refreshEvery } from "./live.ts";
import { useTRPC } from "./trpc.ts";

/** A list as it stands: what the address says of it, the page that is open, and the rows of that page. */
export function useList<Path, Row, Filters extends FilterValues, Sort extends string, Text extends string = never>(
  list: List<Path, Row, Filters, Sort, Text>,
  path: Path,
) {
  const chosen = useListChoice(list);
  const pages = usePages(chosen.key);
  const { isChanging, everyMs } = list;
  const query = useQuery({
    ...list.ask(useTRPC(), path, pageOf(chosen.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      everyMs ?? refreshEvery(isChanging !== undefined && (state.data?.items.some(isChanging) ?? false)),
  });
  return { ...chosen, pages, query };
}

/**
 * The list's choice as it stands in the address, so that it survives a reload and can be shared, and a way to change
 * it. A change asks the server for rows alone: the address is rewritten in place, and the page around the list is not
 * fetched again.
 */
export function useListChoice<Filters extends FilterValues, Sort extends string, Text extends string = never>(
  spec: ListSpec<Filters, Sort, Text>,
) {
  const text = useSearchParams().toString();
  return useMemo(() => {
    const read = (address: string) => readListChoice(spec, Object.fromEntries(new URLSearchParams(address)));
    const choice = read(text);
    return {
      choice,
      /** Whether anything is left out; an order, and the length of pages, leave nothing out. */
      narrowed: Object.keys(choice).some((name) => name !== "sort" && name !== "limit"),
      /** Another list begins on its first page: `usePages` is told which list it is. */
      key: JSON.stringify(choice),
      /** Empty text takes a field out of the address. */
      choose: (change: Readonly<Record<string, string>>) => {
        // The browser's address is ahead of what is drawn: who chooses twice in a moment wants both.
        const wanted = { ...read(window.location.search), ...change };
        const next = new URLSearchParams(
          Object.entries(wanted).flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]])),
        );
        window.history.replaceState(null, "", next.size === 0 ? window.location.pathname : `?${next}`);
      },
    };
  }, [spec, text]);
}

/**
 * Where a list stands: the cursors of the pages behind it. Lists continue by key, so there are no page numbers.
 * @param list which one it is; another begins on its first page
 */
export function usePages(list = "") {
  const [place, setPlace] = useState<{ readonly list: string; readonly behind: readonly string[] }>({
    list,
    behind: [],
  });
  const behind = place.list === list ? place.behind : [];
  const go = (cursors: readonly string[]) => setPlace({ list, behind: cursors });
  return {
    cursor: behind.at(-1),
    first: behind.length === 0,
    next: (cursor: string) => go([...behind, cursor]),
    previous: () => go(behind.slice(0, -1)),
  };
}
