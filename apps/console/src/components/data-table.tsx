"use client";

import { type ColumnDef, createColumnHelper, type RowData, tableFeatures, useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type Dispatch, type ReactNode, type SetStateAction, useMemo } from "react";
import { TableRow, Tick } from "./table-row.tsx";
import { useRowsInTurn } from "./use-rows-in-turn.ts";

// Lists come filtered and sorted from the server, page by page: the table itself needs no further features.
export const features = tableFeatures({});
export type Columns<Row extends RowData> = ColumnDef<typeof features, Row, unknown>[];

/** Declares columns for rows of one type; at module level, because a new array makes a new table. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>();
}

/** The order in force, as the operation's `sort` names it: a field, with `-` before it for the other direction. */
export interface TableSort {
  readonly by: string;
  /** The field that a column sorts by; absent columns do not sort. */
  readonly fields: Readonly<Record<string, string>>;
  readonly onSort: (sort: string) => void;
}

/** Rows that are marked for something to be done to all of them. */
export interface TableSelection<Row> {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly nameOf: (row: Row) => string;
}

/**
 * A table of records.
 * @param label what is listed, for screen readers
 * @param hidden ids of columns that are not shown
 */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  hidden,
  selection,
}: {
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: TableSort;
  hidden?: ReadonlySet<string>;
  selection?: TableSelection<Row>;
}) {
  const shown = useMemo(
    () => (hidden === undefined ? columns : columns.filter(({ id }) => id === undefined || !hidden.has(id))),
    [columns, hidden],
  );
  const drawn = useRowsInTurn(rows.length);
  const table = useTable({ features, columns: shown, data: rows as Row[], getRowId: keyOf });
  const all = rows.map(keyOf);
  const allChosen = selection !== undefined && all.length > 0 && all.every((key) => selection.chosen.has(key));
  return (
    // Narrow screens scroll the table sideways; the region takes the focus, so that the keyboard can scroll it too.
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface shadow-card"
    >
      <table className="w-full border-collapse text-left">
        <thead className="border-line border-b bg-canvas text-ink-muted text-xs">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection && (
                <th scope="col" className="w-10 pl-4">
                  <Tick
                    label="Select all on this page"
                    checked={allChosen}
                    onChange={(on) => selection.onChoose(new Set(on ? all : []))}
                  />
                </th>
              )}
              {group.headers.map((header) => {
                const field = sort?.fields[header.column.id];
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={ariaSort(sort, field)}
                    className="h-9 whitespace-nowrap px-4 font-medium"
                  >
                    {sort && field !== undefined ? (
                      <SortButton sort={sort} field={field}>
                        <table.FlexRender header={header} />
                      </SortButton>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody className="divide-y divide-line">
          {table
            .getRowModel()
            .rows.slice(0, drawn)
            .map((row) => (
              <TableRow
                key={row.id}
                row={row}
                columns={shown}
                {...(selection && {
                  mark: {
                    label: `Select ${selection.nameOf(row.original)}`,
                    chosen: selection.chosen.has(row.id),
                    onChoose: selection.onChoose,
                  },
                })}
              />
            ))}
        </tbody>
      </table>
    </section>
  );
}

function ariaSort(sort: TableSort | undefined, field: string | undefined) {
  if (sort === undefined || field === undefined) return undefined;
  return sort.by === field ? "ascending" : sort.by === `-${field}` ? "descending" : "none";
}

/** Orders by this column; pressed again, the other way round. */
function SortButton({ sort, field, children }: { sort: TableSort; field: string; children: ReactNode }) {
  const Arrow = sort.by === field ? ArrowUp : ArrowDown;
  const here = sort.by === field || sort.by === `-${field}`;
  return (
    <button
      type="button"
      onClick={() => sort.onSort(sort.by === field ? `-${field}` : field)}
      className="group inline-flex items-center gap-1 rounded font-medium hover:text-ink"
    >
      {children}
      <Arrow
        className={`size-3 ${here ? "" : "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60"}`}
        aria-hidden
      />
    </button>
  );
}

/** In place of a table that is on its way. */
export function TableSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line rounded-lg border border-line">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index} className="flex h-12 items-center gap-8 px-4">
          <div className="skeleton h-3.5 w-40" />
          <div className="skeleton h-3.5 w-20" />
          <div className="skeleton h-3.5 w-32" />
        </div>
      ))}
    </div>
  );
}
