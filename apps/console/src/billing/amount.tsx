import type { ReactNode } from "react";

/** The right-aligned title of a numeric column. */
export function AmountTitle({ children }: { children: string }) {
  return <span className="block text-right">{children}</span>;
}

/** A number in a column, with aligned digits. */
export function Amount({ gain = false, children }: { gain?: boolean; children: ReactNode }) {
  return (
    <span className={`block whitespace-nowrap text-right tabular-nums ${gain ? "text-good" : ""}`}>{children}</span>
  );
}
