"use client";

import { useState } from "react";
import { Button } from "./button.tsx";

/** Where a list stands: the cursors of the pages behind it. Lists continue by key, so there are no page numbers. */
export function usePages() {
  const [behind, setBehind] = useState<readonly string[]>([]);
  return {
    cursor: behind.at(-1),
    first: behind.length === 0,
    next: (cursor: string) => setBehind([...behind, cursor]),
    previous: () => setBehind(behind.slice(0, -1)),
    reset: () => setBehind([]),
  };
}

/** The way on and back, in whichever order the list is; nothing where there is one page. */
export function Pager({ pages, nextCursor }: { pages: ReturnType<typeof usePages>; nextCursor: string | null }) {
  if (pages.first && nextCursor === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex justify-end gap-2">
      <Button onClick={pages.previous} refusal={pages.first ? "This is the first page." : null}>
        Previous
      </Button>
      <Button onClick={() => nextCursor !== null && pages.next(nextCursor)} refusal={nextCursor === null ? "This is the last page." : null}>
        Next
      </Button>
    </nav>
  );
}
