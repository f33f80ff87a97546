"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/button.tsx";
import { type Columns, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Pager, type usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";

interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * One page of a list in each of its shapes: on its way, failed, empty, narrowed to nothing, or its rows.
 * @param onClear given where the list is narrowed: shows all of it again
 */
export function Listed<Row extends object>({
  query,
  pages,
  label,
  columns,
  keyOf,
  icon,
  onClear,
  empty,
}: {
  query: { readonly data: Page<Row> | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> };
  pages: ReturnType<typeof usePages>;
  label: string;
  columns: Columns<Row>;
  keyOf: (row: Row) => string;
  icon: ReactNode;
  onClear?: (() => void) | undefined;
  empty: ReactNode;
}) {
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      {({ items, nextCursor }) => {
        if (items.length > 0 || !pages.first) {
          return (
            <>
              <DataTable label={label} columns={columns} rows={items} keyOf={keyOf} />
              <Pager pages={pages} nextCursor={nextCursor} />
            </>
          );
        }
        if (onClear === undefined) return empty;
        return (
          <Panel icon={icon} title="Nothing matches">
            <p>Nothing in this workspace fits what the list is narrowed to.</p>
            <Button className="mt-5" onClick={onClear}>
              Show everything
            </Button>
          </Panel>
        );
      }}
    </Loaded>
  );
}
