import type { ReactNode } from "react";

export function ChartCard({
  title,
  aside,
  className = "",
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className={`min-w-0 rounded-lg border border-line bg-surface p-4 shadow-card ${className}`}
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{title}</h2>
        <span className="text-ink-muted text-xs tabular-nums">{aside}</span>
      </div>
      {children}
    </section>
  );
}
