import type { ReactNode } from "react";

/** A number that matters, and what it means. */
export function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <p className="text-ink-muted text-xs">{label}</p>
      <p className="mt-1 font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
      <p className="mt-1 text-ink-subtle text-xs">{children}</p>
    </div>
  );
}
