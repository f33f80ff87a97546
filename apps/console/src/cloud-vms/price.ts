import type { Plan } from "@fulmar/contract";

type Priced = Pick<Plan, "hourly_price" | "monthly_price" | "currency">;

/** Formats a sum of money. */
export function amount(sum: number, currency: string | null, digits: number): string {
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency: currency ?? "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(sum);
}

/** The price of a month (730 hours), or null while the plan has no price. */
export function monthly({ monthly_price, currency }: Priced): string | null {
  return monthly_price === null ? null : amount(Number(monthly_price), currency, 2);
}

/** The price of an hour, with all digits of the price. */
export function hourly({ hourly_price, currency }: Priced): string | null {
  return hourly_price === null ? null : amount(Number(hourly_price), currency, 6);
}
