"use client";

import { money } from "@/client/money.ts";
import { useInstallation } from "@/shell/installation.tsx";

/** A row's monthly cost, in the installation's currency. */
export function MonthlyCost({ price }: { price: string | undefined }) {
  const { currency } = useInstallation();
  return price === undefined ? null : <span className="whitespace-nowrap tabular-nums">{money(price, currency)}</span>;
}
