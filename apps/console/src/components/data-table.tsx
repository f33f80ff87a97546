"use client";

import { type ColumnDef, createColumnHelper, type RowData, tableFeatures, useTable } from "@tanstack/react-table";

// Lists come filtered and sorted from the server, page by page: the table itself needs no further features.
const features = tableFeatures({});
export type Columns<Row extends RowData> = ColumnDef<typeof features, Row, unknown>[];

/** Declares columns for rows of one type; at module level, because a new array makes a new table. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>();
}

/**
 * A table of records.
 * @param label what is listed, for screen readers
 */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  const table = useTable({ features, columns, data: rows as Row[], getRowId: keyOf });
  return (
    // Narrow screens scroll the table sideways; the region takes the focus, so that the keyboard can scroll it too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto rounded-lg border border-line bg-surface shadow-card">
      <table className="w-full border-collapse text-left">
        <thead className="border-line border-b bg-canvas text-ink-muted text-xs">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" className="h-9 whitespace-nowrap px-4 font-medium">
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="divide-y divide-line">
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="transition-colors hover:bg-hover/50">
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className="h-12 px-4 align-middle">
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
