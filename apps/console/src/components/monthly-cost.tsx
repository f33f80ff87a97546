import { DEFAULT_CURRENCY, money } from "@/client/money.ts";

/** A row's monthly cost, in the installation's currency. */
export function MonthlyCost({ price }: { price: string | undefined }) {
  return price === undefined ? null : (
    <span className="whitespace-nowrap tabular-nums">{money(price, DEFAULT_CURRENCY)}</span>
  );
}
