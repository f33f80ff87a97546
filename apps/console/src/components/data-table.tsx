"use client";

import {
  type ColumnDef,
  createColumnHelper,
  FlexRender,
  type Row,
  type RowData,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import {
  type Dispatch,
  memo,
  type ReactNode,
  type SetStateAction,
  startTransition,
  useEffect,
  useMemo,
  useState,
} from "react";

// Lists come filtered and sorted from the server, page by page: the table itself needs no further features.
export const features = tableFeatures({});
export type Columns<Row extends RowData> = ColumnDef<typeof features, Row, unknown>[];

/**
 * Declares the columns of a table, at module level, because a new array makes a new table.
 * @returns declares one column: its id, its title, and what of a row it shows
 */
export function columnsOf<Row extends RowData>() {
  const helper = createColumnHelper<typeof features, Row>();
  return (id: string, header: string | (() => ReactNode), cell: (row: Row) => ReactNode) =>
    helper.display({ id, header, cell: ({ row }) => cell(row.original) });
}

/** Above a column of buttons: it is named for screen readers alone. */
export const hiddenTitle = (title: string) => () => <span className="sr-only">{title}</span>;

/** The columns that a reader may hide, by their titles: all but the first, which names the row, and those of buttons. */
export function titlesOf<Row extends RowData>(columns: Columns<Row>): (readonly [id: string, title: string])[] {
  return columns
    .slice(1)
    .flatMap(({ id, header }) => (id !== undefined && typeof header === "string" ? [[id, header] as const] : []));
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

interface TableRowProps<Record extends RowData> {
  readonly row: Row<typeof features, Record>;
  /** Those that are shown. */
  readonly columns: Columns<Record>;
  /**
   * What ticking the row is called, whether it is ticked, and the keys of all that are; absent where rows cannot be
   * marked.
   */
  readonly mark?: {
    readonly label: string;
    readonly chosen: boolean;
    readonly onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
  };
}

function Drawn<Record extends RowData>({ row, mark }: TableRowProps<Record>) {
  const tick = (on: boolean) =>
    mark?.onChoose((chosen) => new Set(on ? [...chosen, row.id] : [...chosen].filter((key) => key !== row.id)));
  return (
    <tr className="transition-colors hover:bg-hover/50">
      {mark && (
        <td className="pl-4">
          <Tick label={mark.label} checked={mark.chosen} onChange={tick} />
        </td>
      )}
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className="h-12 px-4 align-middle first:min-w-32">
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

/**
 * One record of a table. It is drawn again when its record, the columns or its mark change: not whenever its neighbours
 * do, which a long table would feel.
 */
const TableRow = memo(
  Drawn,
  (before, after) =>
    before.row.original === after.row.original &&
    before.columns === after.columns &&
    before.mark?.chosen === after.mark?.chosen &&
    before.mark?.label === after.mark?.label,
) as typeof Drawn;

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

/** What a tall screen shows. */
const SCREENFUL = 24;
const STEP = 50;

/**
 * How many rows to draw now: a screenful at once, so that a long page is there as fast as a short one, and the others
 * right after it, in steps between which the browser answers to clicks and keys.
 * @param length of the whole page
 */
function useRowsInTurn(length: number): number {
  const [drawn, setDrawn] = useState(SCREENFUL);
  useEffect(() => {
    // A page that gets longer later begins with what is there, not with all of it.
    const next = Math.min(drawn + STEP, Math.max(length, SCREENFUL));
    if (next !== drawn) startTransition(() => setDrawn(next));
  }, [drawn, length]);
  return drawn;
}
