"use client";

import { MOST_COUNTED } from "@fulmar/contract/console";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Question } from "@/client/trpc.ts";

/** A list's number of rows: "34 of 812 VMs" if it is filtered. It is asked after the rows, which it must not delay. */
export function RowCount({
  question,
  rows,
  kind: { one, many },
}: {
  kind: { readonly one: string; readonly many: string };
  question: Question<{ readonly matching: number; readonly all: number }>;
  rows: { readonly data: unknown; readonly isPlaceholderData: boolean };
}) {
  const { data } = useQuery({
    ...question,
    enabled: rows.data !== undefined && !rows.isPlaceholderData,
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  const { matching, all } = data;
  return (
    <span className="whitespace-nowrap px-1 text-ink-muted text-sm tabular-nums">
      {matching === all ? inWords(all) : `${inWords(matching)} of ${inWords(all)}`} {all === 1 ? one : many}
    </span>
  );
}

function inWords(count: number): string {
  return count > MOST_COUNTED ? `${MOST_COUNTED.toLocaleString("en")}+` : count.toLocaleString("en");
}
