import type { ComponentProps } from "react";

/** A yes or no, with what it means. */
export function Tick({ label, hint, ...input }: Omit<ComponentProps<"input">, "type"> & { label: string; hint?: string }) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" {...input} className="mt-0.5 size-4 accent-accent" />
      <span>
        {label}
        {hint !== undefined && <span className="block text-ink-muted text-xs">{hint}</span>}
      </span>
    </label>
  );
}
