"use client";

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

/** One column of a table of records. */
interface Column<Row> {
  readonly id: string;
  readonly title: string | (() => ReactNode);
  readonly cell: (row: Row) => ReactNode;
}
export type Columns<Row> = readonly Column<Row>[];

/**
 * Declares the columns of a table. Call it at module level: rows render again when their columns are others.
 * @returns declares one column: its id, its title and its cell, which may use hooks
 */
export function columnsOf<Row>() {
  return (id: string, title: Column<Row>["title"], cell: Column<Row>["cell"]): Column<Row> => ({ id, title, cell });
}

/** The title of a column of buttons, for screen readers only. */
export const hiddenTitle = (title: string) => () => <span className="sr-only">{title}</span>;

/** The titles of the columns that can be hidden: all but the first, which names the row, and those of buttons. */
export function titlesOf<Row>(columns: Columns<Row>): (readonly [id: string, title: string])[] {
  return columns.slice(1).flatMap(({ id, title }) => (typeof title === "string" ? [[id, title] as const] : []));
}

/** The current order, as the operation's `sort` value: a field, with `-` in front to reverse it. */
export interface TableSort {
  readonly by: string;
  /** The sort field of each column. Other columns cannot be sorted. */
  readonly fields: Readonly<Record<string, string>>;
  readonly onSort: (sort: string) => void;
}

/** The marked rows, for bulk actions. */
export interface TableSelection<Row> {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly nameOf: (row: Row) => string;
}

/**
 * A table of records. The server filters, sorts and pages them.
 * @param label what is listed, for screen readers
 * @param hidden ids of hidden columns
 */
export function DataTable<Row>({
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
    () => (hidden === undefined ? columns : columns.filter(({ id }) => !hidden.has(id))),
    [columns, hidden],
  );
  const drawn = useRowsInTurn(rows.length);
  const all = rows.map(keyOf);
  const allChosen = selection !== undefined && all.length > 0 && all.every((key) => selection.chosen.has(key));
  return (
    // On narrow screens the table scrolls sideways, and fades at the edge behind which there is more. The region is
    // focusable so that the keyboard can scroll it.
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="fading-edge relative overflow-auto rounded-lg border border-line bg-surface shadow-card
        md:max-h-[max(24rem,calc(100dvh-11rem))]"
    >
      <table className="w-full border-collapse text-left">
        <thead className="sticky top-0 z-10 bg-canvas text-ink-muted text-xs shadow-[inset_0_-1px_var(--line)]">
          <tr>
            {selection && (
              <th scope="col" className="w-10 pl-4">
                <Tick
                  label="Select all on this page"
                  checked={allChosen}
                  onChange={(on) => selection.onChoose(new Set(on ? all : []))}
                />
              </th>
            )}
            {shown.map(({ id, title }) => {
              const field = sort?.fields[id];
              const words = typeof title === "string" ? title : title();
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={ariaSort(sort, field)}
                  className="h-9 whitespace-nowrap px-3 font-medium"
                >
                  {sort && field !== undefined ? (
                    <SortButton sort={sort} field={field}>
                      {words}
                    </SortButton>
                  ) : (
                    words
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.slice(0, drawn).map((row) => {
            const key = keyOf(row);
            return (
              <TableRow
                key={key}
                id={key}
                row={row}
                columns={shown}
                {...(selection && {
                  mark: {
                    label: `Select ${selection.nameOf(row)}`,
                    chosen: selection.chosen.has(key),
                    onChoose: selection.onChoose,
                  },
                })}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function ariaSort(sort: TableSort | undefined, field: string | undefined) {
  if (sort === undefined || field === undefined) return undefined;
  return sort.by === field ? "ascending" : sort.by === `-${field}` ? "descending" : "none";
}

/** Sorts by this column. Pressing it again reverses the order. */
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

/** The placeholder of a loading table. */
export function TableSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line rounded-lg border border-line">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <div key={index} className="flex h-12 items-center gap-8 px-4">
          <div className="skeleton h-3.5 w-40" />
          <div className="skeleton h-3.5 w-20" />
          <div className="skeleton h-3.5 w-32" />
        </div>
      ))}
    </div>
  );
}

interface TableRowProps<Row> {
  /** The key of its record. */
  readonly id: string;
  readonly row: Row;
  /** The visible columns. */
  readonly columns: Columns<Row>;
  /** The checkbox of a row: its label, its state and the keys of all marked rows. Absent if rows cannot be marked. */
  readonly mark?: {
    readonly label: string;
    readonly chosen: boolean;
    readonly onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
  };
}

function Drawn<Row>({ id, row, columns, mark }: TableRowProps<Row>) {
  const tick = (on: boolean) =>
    mark?.onChoose((chosen) => new Set(on ? [...chosen, id] : [...chosen].filter((key) => key !== id)));
  return (
    <tr className="transition-colors hover:bg-hover/50">
      {mark && (
        <td className="pl-4">
          <Tick label={mark.label} checked={mark.chosen} onChange={tick} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className="h-12 px-3 align-middle first:min-w-32">
          <Cell column={column} row={row} />
        </td>
      ))}
    </tr>
  );
}

/** A component of its own, so that what a cell remembers stays with its row and its column. */
function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return column.cell(row);
}

/**
 * One record of a table. It renders again only when its record, the columns or its mark change: rendering it with every
 * change of another row would slow down long tables.
 */
const TableRow = memo(
  Drawn,
  (before, after) =>
    before.row === after.row &&
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

/** The rows that fit a screen of 900 pixels. A taller one has the others a moment later. */
const SCREENFUL = 16;
const STEP = 50;

/**
 * The number of rows to render now: a screenful first, so that a long page appears as fast as a short one, then the
 * rest in steps, between which the browser can handle input.
 * @param length the number of rows of the whole page
 */
function useRowsInTurn(length: number): number {
  const [drawn, setDrawn] = useState(SCREENFUL);
  useEffect(() => {
    // If a page grows later, rendering continues from the present rows.
    const next = Math.min(drawn + STEP, Math.max(length, SCREENFUL));
    if (next !== drawn) startTransition(() => setDrawn(next));
  }, [drawn, length]);
  return drawn;
}
