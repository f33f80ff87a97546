"use client";

import type { ComponentProps, ReactNode } from "react";

/** A checkbox with an explanation. */
export function CheckOption({
  label,
  hint,
  error,
  ...input
}: { label: string; hint?: ReactNode; error?: string | undefined } & ComponentProps<"input">) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0">
        {label}
        {hint !== undefined && <span className="block text-ink-muted text-xs">{hint}</span>}
        {error !== undefined && (
          <span role="alert" className="block text-bad text-xs">
            {label} {error}.
          </span>
        )}
      </span>
    </label>
  );
}
