"use client";

import type { ReactNode } from "react";
import type { ShownPrice } from "@/client/sku-price.ts";
import { Button } from "./button.tsx";
import { EligibilityNotice } from "./eligibility-notice.tsx";
import { FormSummary } from "./form-summary.tsx";

/**
 * What the choices of a form come to, and the button that buys it.
 * @param skuCode what is bought, to say before the button is pressed whether it can be; undefined while nothing was
 * chosen
 * @param price undefined while it is on its way or nothing was chosen; null where the reader may not see prices
 */
export function PurchaseSummary({
  lines,
  price,
  skuCode,
  action,
  busy,
}: {
  lines: readonly (readonly [term: string, value: ReactNode])[];
  price: ShownPrice | null | undefined;
  skuCode: string | undefined;
  action: string;
  busy: boolean;
}) {
  return (
    <FormSummary lines={lines}>
      <div className="border-line border-t pt-4" aria-live="polite">
        <p className="flex items-baseline justify-between">
          <span className="text-ink-muted">A month</span>
          <span className="font-semibold text-lg tabular-nums">{price?.monthly ?? "—"}</span>
        </p>
        <p className="text-right text-ink-muted text-xs">
          {price
            ? `${price.hourly} an hour, billed while it exists`
            : price === null
              ? "Your role does not see prices"
              : ""}
        </p>
      </div>
      {skuCode !== undefined && <EligibilityNotice skuCode={skuCode} />}
      <Button type="submit" look="primary" className="mt-4 w-full" busy={busy}>
        {action}
      </Button>
    </FormSummary>
  );
}
