import type { Plan } from "@fulmar/contract";

/** What another plan costs more or less: "+$7.30 a month"; null while either has no price. */
export function priceDifference(present: Plan, other: Plan): string | null {
  if (present.monthly_price === null || other.monthly_price === null || other.currency === null) return null;
  const difference = Number(other.monthly_price) - Number(present.monthly_price);
  if (difference === 0) return "the same price";
  const amount = new Intl.NumberFormat("en", {
    style: "currency",
    currency: other.currency,
    signDisplay: "always",
  }).format(difference);
  return `${amount} a month`;
}
