"use client";

import { type ColumnDef, createColumnHelper, type RowData, tableFeatures, useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, startTransition, useEffect, useMemo, useState } from "react";

// Lists come filtered and sorted from the server, page by page: the table itself needs no further features.
const features = tableFeatures({});
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
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
}

/** More rows than a screen shows. */
const FIRST_ROWS = 50;

/** The rows to draw: a screenful at once, so that a long page is there as fast as a short one, and the others right after it. */
function useRowsInTurn<Row>(rows: readonly Row[]): readonly Row[] {
  const [all, setAll] = useState(false);
  useEffect(() => startTransition(() => setAll(true)), []);
  return useMemo(() => (all ? rows : rows.slice(0, FIRST_ROWS)), [all, rows]);
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
  const shown = useMemo(() => (hidden === undefined ? columns : columns.filter(({ id }) => id === undefined || !hidden.has(id))), [columns, hidden]);
  const drawn = useRowsInTurn(rows);
  const table = useTable({ features, columns: shown, data: drawn as Row[], getRowId: keyOf });
  const all = rows.map(keyOf);
  const allChosen = selection !== undefined && all.length > 0 && all.every((key) => selection.chosen.has(key));
  return (
    // Narrow screens scroll the table sideways; the region takes the focus, so that the keyboard can scroll it too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto rounded-lg border border-line bg-surface shadow-card">
      <table className="w-full border-collapse text-left">
        <thead className="border-line border-b bg-canvas text-ink-muted text-xs">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection && (
                <th scope="col" className="w-10 pl-4">
                  <Tick label="Select all on this page" checked={allChosen} onChange={(on) => selection.onChoose(new Set(on ? all : []))} />
                </th>
              )}
              {group.headers.map((header) => {
                const field = sort?.fields[header.column.id];
                return (
                  <th key={header.id} scope="col" aria-sort={ariaSort(sort, field)} className="h-9 whitespace-nowrap px-4 font-medium">
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
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="transition-colors hover:bg-hover/50">
              {selection && (
                <td className="pl-4">
                  <Tick
                    label={`Select ${selection.nameOf(row.original)}`}
                    checked={selection.chosen.has(row.id)}
                    onChange={(on) => selection.onChoose(new Set(on ? [...selection.chosen, row.id] : [...selection.chosen].filter((key) => key !== row.id)))}
                  />
                </td>
              )}
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className="h-12 px-4 align-middle first:min-w-32">
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Tick({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      className="size-4 align-middle accent-accent"
    />
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
      <Arrow className={`size-3 ${here ? "" : "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60"}`} aria-hidden />
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
