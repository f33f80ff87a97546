import { type ReactNode, useId } from "react";

export const CONTROL =
  "h-9 w-full rounded-md border border-line-strong bg-surface px-3 text-sm shadow-card " +
  "placeholder:text-ink-subtle hover:border-ink-subtle focus-visible:outline-offset-0";

/** A field of a filter with its label above. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-ink-muted text-xs">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
