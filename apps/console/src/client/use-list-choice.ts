"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type ListSpec, readListChoice } from "./list-address.ts";

/** The list's choice as it stands in the address, so that it survives a reload and can be shared, and a way to change it. */
export function useListChoice<Filters extends Readonly<Record<string, readonly string[]>>, Sort extends string, Text extends string = never>(
  spec: ListSpec<Filters, Sort, Text>,
) {
  const router = useRouter();
  const search = useSearchParams();
  const text = search.toString();
  return useMemo(() => {
    const choice = readListChoice(spec, Object.fromEntries(new URLSearchParams(text)));
    return {
      choice,
      /** Whether anything is left out; an order, and the length of pages, leave nothing out. */
      narrowed: Object.keys(choice).some((name) => name !== "sort" && name !== "limit"),
      /** Another list begins on its first page: use it as the key of what holds the pages. */
      key: JSON.stringify(choice),
      /** Empty text takes a field out of the address. */
      choose: (change: Readonly<Record<string, string>>) => {
        const next = new URLSearchParams(Object.entries({ ...choice, ...change }).flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]])));
        router.replace(`?${next}`, { scroll: false });
      },
    };
  }, [spec, text, router]);
}
