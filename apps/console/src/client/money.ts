import { decimalsOf } from "@fulmar/contract";

/** The hours of a month of 730 hours, in which prices are also told. */
export const HOURS_PER_MONTH = 730;

/** The decimal places of amounts (docs/adr/0010). */
const DIGITS = 8;
const UNIT = 10n ** BigInt(DIGITS);

/** The exact sum of amounts in decimal text. Adding numbers would round. */
export function sumOf(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n);
  const whole = total < 0n ? -total : total;
  return `${total < 0n ? "-" : ""}${whole / UNIT}.${String(whole % UNIT).padStart(DIGITS, "0")}`;
}

function unitsOf(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.replace("-", "").split(".");
  const units = BigInt(whole) * UNIT + BigInt(fraction.padEnd(DIGITS, "0"));
  return amount.startsWith("-") ? -units : units;
}

/**
 * Formats money.
 * @param amount decimal text, or a number for charts
 * @param digits the most decimal places, if not those of the currency
 * @param least the fewest decimal places, the same in every row of a column
 */
export function money(
  amount: string | number,
  currency: string,
  digits = decimalsOf(currency),
  least = decimalsOf(currency),
): string {
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(digits, least),
  }).format(Number(amount));
}
