import type { Plan } from "@fulmar/contract";

type Priced = Pick<Plan, "hourly_price" | "monthly_price" | "currency">;

function amount(decimal: string | null, currency: string | null, digits: number): string | null {
  if (decimal === null || currency === null) return null;
  return new Intl.NumberFormat("en", { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: digits }).format(Number(decimal));
}

/** What a month costs (730 hours), or null while the plan has no price. */
export function monthly(plan: Priced): string | null {
  return amount(plan.monthly_price, plan.currency, 2);
}

/** What an hour costs, with as many digits as the price has. */
export function hourly(plan: Priced): string | null {
  return amount(plan.hourly_price, plan.currency, 6);
}
