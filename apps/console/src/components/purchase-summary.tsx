"use client";

import type { ReactNode } from "react";
import type { ShownPrice } from "@/client/sku-price.ts";
import { Button } from "./button.tsx";

/**
 * What the choices of a form come to, and the button that buys it.
 * @param notice what is to be known before the button is pressed
 * @param price undefined while it is on its way or nothing was chosen; null where the reader may not see prices
 */
export function PurchaseSummary({
  lines,
  price,
  notice,
  action,
  busy,
}: {
  lines: readonly (readonly [term: string, value: ReactNode])[];
  price: ShownPrice | null | undefined;
  notice?: ReactNode;
  action: string;
  busy: boolean;
}) {
  return (
    <section aria-label="Summary" className="rounded-lg border border-line bg-canvas p-4 lg:sticky lg:top-20">
      <h2 className="font-medium">Summary</h2>
      <dl className="mt-3 space-y-1.5">
        {lines.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-line border-t pt-4" aria-live="polite">
        <p className="flex items-baseline justify-between">
          <span className="text-ink-muted">A month</span>
          <span className="font-semibold text-lg tabular-nums">{price?.monthly ?? "—"}</span>
        </p>
        <p className="text-right text-ink-muted text-xs">
          {price ? `${price.hourly} an hour, billed while it exists` : price === null ? "Your role does not see prices" : ""}
        </p>
      </div>
      {notice}
      <Button type="submit" look="primary" className="mt-4 w-full" busy={busy}>
        {action}
      </Button>
    </section>
  );
}
