"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type ListSpec, readListChoice } from "./list-address.ts";

/**
 * The list's choice as it stands in the address, so that it survives a reload and can be shared, and a way to change
 * it. A change asks the server for rows alone: the address is rewritten in place, and the page around the list is not
 * fetched again.
 */
export function useListChoice<
  Filters extends Readonly<Record<string, readonly string[]>>,
  Sort extends string,
  Text extends string = never,
>(spec: ListSpec<Filters, Sort, Text>) {
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
