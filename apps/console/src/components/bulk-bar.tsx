import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** What can be done to all rows that are marked; nothing while none is. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Selected rows"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-canvas px-4 py-2"
    >
      <p className="mr-auto font-medium" aria-live="polite">
        {count} selected
      </p>
      {children}
      <Button look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
