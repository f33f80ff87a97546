"use client";

import { FlexRender, type Row, type RowData } from "@tanstack/react-table";
import { type Dispatch, memo, type SetStateAction } from "react";
import type { Columns, features } from "./data-table.tsx";

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
export const TableRow = memo(
  Drawn,
  (before, after) =>
    before.row.original === after.row.original &&
    before.columns === after.columns &&
    before.mark?.chosen === after.mark?.chosen &&
    before.mark?.label === after.mark?.label,
) as typeof Drawn;

export function Tick({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
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
