"use client";

import type { ReactNode } from "react";
import type { useListChoice } from "@/client/use-list-choice.ts";
import { TableSkeleton } from "./data-table.tsx";
import { Loaded } from "./loaded.tsx";
import { Pager, type usePages } from "./pager.tsx";

/** What of a list's choice its rows need. */
export type RowChoice = Pick<ReturnType<typeof useListChoice>, "narrowed" | "choose"> & {
  readonly choice: { readonly limit?: number };
};

/** One page of a list: the first is asked for on the server, the others as people go there. */
export interface PagedQuery<Row> {
  readonly data: { readonly items: readonly Row[]; readonly nextCursor: string | null } | undefined;
  readonly error: unknown;
  /** Whether the rows are still those of the question before. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * One page of a list in each of its shapes: on its way, failed, empty, or its rows with the way on.
 * @param list where the address says how long pages are; absent for a list that shares its page with others
 * @param empty in place of the rows, where there are none; absent where there always are some
 * @param toolbar above the rows, whatever becomes of them; not above a list that has none, unless it is narrowed
 * @param children the table of the rows
 */
export function PagedRows<Row>({
  list,
  query,
  pages,
  empty,
  toolbar,
  children,
}: {
  list?: RowChoice;
  query: PagedQuery<Row>;
  pages: ReturnType<typeof usePages>;
  empty?: ReactNode;
  toolbar?: ReactNode;
  children: (items: readonly Row[]) => ReactNode;
}) {
  const none = query.data?.items.length === 0 && pages.first;
  return (
    <>
      {!(none && !query.isPlaceholderData && !list?.narrowed) && toolbar}
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ items, nextCursor }) => {
          // "No VM matches" stays while the next letter is asked about; "No VMs yet" would not be true of what is no
          // longer narrowed.
          if (none && empty !== undefined)
            return query.isPlaceholderData && !list?.narrowed ? <TableSkeleton /> : empty;
          return (
            <>
              <div
                aria-busy={query.isPlaceholderData}
                className="transition-opacity aria-busy:opacity-60 aria-busy:delay-200"
              >
                {children(items)}
              </div>
              <Pager
                pages={pages}
                nextCursor={nextCursor}
                {...(list && {
                  sizes: { size: list.choice.limit, onChoose: (limit: string) => list.choose({ limit }) },
                })}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
