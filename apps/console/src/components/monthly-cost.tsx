import { DEFAULT_CURRENCY, money } from "@/client/money.ts";

/** What a row of a list costs per month, in the installation's currency. */
export function MonthlyCost({ price }: { price: string | undefined }) {
  return price === undefined ? null : (
    <span className="whitespace-nowrap tabular-nums">{money(price, DEFAULT_CURRENCY)}</span>
  );
}
