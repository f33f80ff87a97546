import type { ReactNode } from "react";

/** The properties of a resource: terms and values. Null values are not shown. */
export function Facts({
  label,
  facts,
}: {
  label: string;
  facts: readonly (readonly [term: string, value: ReactNode])[];
}) {
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-surface shadow-card">
      <dl className="grid gap-x-8 gap-y-3 p-4 sm:grid-cols-2 sm:gap-y-4 lg:grid-cols-3">
        {facts.map(
          ([term, value]) =>
            value !== null && (
              <div
                key={term}
                className="min-w-0 max-sm:grid max-sm:grid-cols-[6.5rem_1fr] max-sm:items-baseline max-sm:gap-3"
              >
                <dt className="text-ink-muted text-xs">{term}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere] sm:mt-0.5">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** The placeholder of loading facts. */
export function FactsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid gap-x-8 gap-y-4 rounded-lg border border-line p-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      {["w-40", "w-24", "w-32", "w-28", "w-36", "w-24"].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <div key={index} className="space-y-2 py-0.5">
          <div className="skeleton h-2.5 w-16" />
          <div className={`skeleton h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}

/** A section of a page with a heading and actions. */
export function Section({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-56 flex-1">
          <h2 className="font-semibold text-base">{title}</h2>
          {lead && <p className="text-ink-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
