import type { ReactNode } from "react";

/**
 * The summary of a long form, visible while the form scrolls.
 * @param children the consequences of the choices and the submit button
 */
export function FormSummary({
  lines,
  children,
}: {
  lines: readonly (readonly [term: string, value: ReactNode])[];
  children: ReactNode;
}) {
  return (
    <section aria-label="Summary" className="rounded-lg border border-line bg-canvas p-4 lg:sticky lg:top-20">
      <h2 className="font-medium">Summary</h2>
      <dl className="mt-3 mb-4 space-y-1.5">
        {lines.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
