"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useRef, useTransition } from "react";
import { type ListSpec, readListChoice } from "./list-address.ts";

/** The list's choice as it stands in the address, so that it survives a reload and can be shared, and a way to change it. */
export function useListChoice<Filters extends Readonly<Record<string, readonly string[]>>, Sort extends string, Text extends string = never>(
  spec: ListSpec<Filters, Sort, Text>,
) {
  const router = useRouter();
  const search = useSearchParams();
  const text = search.toString();
  const [underWay, navigate] = useTransition();
  // The address that was asked for last: it comes into force a little later, and who chooses twice meanwhile wants both.
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!underWay) asked.current = null;
  }, [underWay]);
  return useMemo(() => {
    const read = (address: string) => readListChoice(spec, Object.fromEntries(new URLSearchParams(address)));
    const choice = read(text);
    return {
      choice,
      /** Whether anything is left out; an order, and the length of pages, leave nothing out. */
      narrowed: Object.keys(choice).some((name) => name !== "sort" && name !== "limit"),
      /** Another list begins on its first page: use it as the key of what holds the pages. */
      key: JSON.stringify(choice),
      /** Empty text takes a field out of the address. */
      choose: (change: Readonly<Record<string, string>>) => {
        const wanted = { ...read(asked.current ?? text), ...change };
        const next = new URLSearchParams(Object.entries(wanted).flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]])));
        asked.current = next.toString();
        navigate(() => router.replace(`?${next}`, { scroll: false }));
      },
    };
  }, [spec, text, router]);
}
