"use client";

import { useState } from "react";
import { LARGER_PAGES, PAGE_SIZE } from "@/client/list-address.ts";
import { Button } from "./button.tsx";

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

/** How many rows a page has, and how to have more or fewer. */
interface PageSizeChoice {
  /** Undefined for as many as pages have by themselves. */
  readonly size: number | undefined;
  readonly onChoose: (size: string) => void;
}

/**
 * The way on and back, in whichever order the list is, and how long its pages are; nothing where all is on one page
 * anyway.
 */
export function Pager({
  pages,
  nextCursor,
  sizes,
}: {
  pages: ReturnType<typeof usePages>;
  nextCursor: string | null;
  sizes?: PageSizeChoice;
}) {
  const onePage = pages.first && nextCursor === null;
  if (onePage && sizes?.size === undefined) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {sizes && <PageSize {...sizes} />}
      <Button onClick={pages.previous} refusal={pages.first ? "This is the first page." : null}>
        Previous
      </Button>
      <Button
        onClick={() => nextCursor !== null && pages.next(nextCursor)}
        refusal={nextCursor === null ? "This is the last page." : null}
      >
        Next
      </Button>
    </nav>
  );
}

function PageSize({ size, onChoose }: PageSizeChoice) {
  return (
    <select
      aria-label="Rows on a page"
      value={size ?? PAGE_SIZE}
      // The usual size needs no place in the address.
      onChange={({ currentTarget: { value } }) => onChoose(value === String(PAGE_SIZE) ? "" : value)}
      className="mr-auto h-9 appearance-none rounded-md border border-line-strong bg-[image:var(--chevron)] bg-[position:right_0.6rem_center] bg-no-repeat bg-surface pr-8 pl-3 text-sm shadow-card hover:border-ink-subtle focus-visible:outline-offset-0"
    >
      {[PAGE_SIZE, ...LARGER_PAGES].map((rows) => (
        <option key={rows} value={rows}>
          {rows} rows
        </option>
      ))}
    </select>
  );
}
