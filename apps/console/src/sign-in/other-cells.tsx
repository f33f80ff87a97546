import { Info } from "lucide-react";
import type { ReactNode } from "react";
import type { Arrival, KnownCells, OtherCell } from "./other-cell.ts";

/** Names this cell and links to the consoles of the others, for those who have an account in several. */
export function OtherCells({ cells: { own, others } }: { cells: KnownCells }) {
  return (
    <p className="text-ink-muted text-sm">
      This is the cell {own}. Other cells:{" "}
      {others.map((cell, index) => (
        <span key={cell.name}>
          {index > 0 && ", "}
          <CellLink cell={cell}>{cell.name}</CellLink>
        </span>
      ))}
    </p>
  );
}

/** The reason why a console shows its form to somebody who began at another one, the same for every address. */
export function ArrivalNotice({ arrival, children }: { arrival: Arrival; children: ReactNode }) {
  return (
    <CellNotice>
      {children} <CellLink cell={arrival.from}>Back to {arrival.from.name}</CellLink>
    </CellNotice>
  );
}

/** Leads to the cell in which the sign-in provider's user has an account, or gets one. */
export function ElsewhereNotice({ cell, own }: { cell: OtherCell; own: string }) {
  return (
    <CellNotice>
      You sign in at the cell {cell.name}, not here at {own}. <CellLink cell={cell}>Sign in at {cell.name}</CellLink>
    </CellNotice>
  );
}

function CellNotice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex gap-3 rounded-md border border-line bg-surface px-3.5 py-3">
      <Info className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden />
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    </div>
  );
}

function CellLink({ cell, children }: { cell: OtherCell; children: ReactNode }) {
  return (
    <a
      href={`${cell.consoleUrl}/sign-in`}
      className="whitespace-nowrap rounded font-medium underline underline-offset-2 hover:text-ink"
    >
      {children}
    </a>
  );
}
