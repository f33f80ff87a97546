import type { ReactNode } from "react";

/** A column's title above numbers: at the right, as they are. */
export function AmountTitle({ children }: { children: string }) {
  return <span className="block text-right">{children}</span>;
}

/** A number among others of its kind: digits stand under digits. */
export function Amount({ gain = false, children }: { gain?: boolean; children: ReactNode }) {
  return (
    <span className={`block whitespace-nowrap text-right tabular-nums ${gain ? "text-good" : ""}`}>{children}</span>
  );
}
