"use client";

import type { Sku } from "@fulmar/contract";
import { money } from "@/client/money.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useInstallation } from "@/shell/installation.tsx";

/** The price of one unit. Renders nothing if the user may not see prices or there is none. */
export function PriceNote({ sku, family }: { sku: string; family: Sku["family"] }) {
  const price = useSkuPrices(family)(sku);
  if (!price) return null;
  return (
    <p className="text-ink-muted">
      {price.hourly} an hour, <span className="font-medium text-ink">{price.monthly}</span> a month, billed while it
      exists.
    </p>
  );
}

/** A row's monthly cost, in the installation's currency. */
export function MonthlyCost({ price }: { price: string | undefined }) {
  const { currency } = useInstallation();
  return price === undefined ? null : <span className="whitespace-nowrap tabular-nums">{money(price, currency)}</span>;
}
