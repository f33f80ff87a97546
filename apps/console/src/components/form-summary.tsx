import type { ReactNode } from "react";

/**
 * The summary of a long form, visible while the form scrolls. Narrow screens have it at the bottom, without the
 * choices, which are in the form.
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
    <section
      aria-label="Summary"
      className="sticky z-10 border-line bg-canvas p-4 max-lg:-mx-4 max-lg:bottom-0 max-lg:border-t md:max-lg:-mx-8
        lg:top-20 lg:rounded-lg lg:border"
    >
      <h2 className="font-medium max-lg:sr-only">Summary</h2>
      <dl className="mt-3 mb-4 space-y-1.5 max-lg:hidden">
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
