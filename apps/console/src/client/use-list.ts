"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { type FilterValues, type List, type ListSpec, pageOf, readListChoice } from "./list.ts";
import { refreshEvery } from "./live.ts";
import { useTRPC } from "./trpc.ts";

/**
 * The state of a list: the filters in the address, the current page and its rows.
 * @param changing something other than the rows announces a change, so the list is polled often
 */
export function useList<
  Path,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
>(list: List<Path, Row, Filters, Sort, Text, Several>, path: Path, changing = false) {
  const chosen = useListChoice(list);
  const pages = usePages(chosen.key);
  const { isChanging, everyMs, onlyGrows } = list;
  const query = useQuery({
    ...list.ask(useTRPC(), path, pageOf(chosen.choice, pages.cursor, list.pageSize)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      onlyGrows && !pages.first
        ? false
        : (everyMs ??
          refreshEvery(changing || (isChanging !== undefined && (state.data?.items.some(isChanging) ?? false)))),
  });
  return { ...chosen, pages, query };
}

/** Fields of the address with their new values: a list for filters that take several, empty to remove a field. */
export type Change = Readonly<Record<string, string | readonly string[]>>;

/** The fields of a query. One that is repeated has a list of values. */
function fieldsOf(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = "", ...others] = query.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/**
 * The list's filters and order, kept in the address so that they survive a reload and can be shared, and a function to
 * change them. A change refetches only the rows: the address is rewritten in place without reloading the page.
 */
export function useListChoice<
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
>(spec: ListSpec<Filters, Sort, Text, Several>) {
  const text = useSearchParams().toString();
  return useMemo(() => {
    const read = (address: string) => readListChoice(spec, fieldsOf(new URLSearchParams(address)));
    const choice = read(text);
    return {
      choice,
      /** Whether any rows are filtered out. Order and page size filter nothing. */
      narrowed: Object.keys(choice).some((name) => name !== "sort" && name !== "limit"),
      /** A different list starts on its first page: `usePages` detects the change by this key. */
      key: JSON.stringify(choice),
      /** Empty text removes a field from the address. */
      choose: (change: Change) => {
        // The browser's address is ahead of the rendered state, so that two quick changes both apply.
        const wanted: Record<string, unknown> = { ...read(window.location.search), ...change };
        const next = new URLSearchParams(
          Object.entries(wanted).flatMap(([name, value]) =>
            [value].flat().flatMap((each) => (each === "" ? [] : [[name, String(each)]])),
          ),
        );
        window.history.replaceState(null, "", next.size === 0 ? window.location.pathname : `?${next}`);
      },
    };
  }, [spec, text]);
}

/**
 * The position in a list: the cursors of the previous pages. Lists are paged by key, so there are no page numbers.
 * @param list identifies the list; a different list starts on its first page
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
