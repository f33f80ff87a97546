import { decimalsOf } from "@fulmar/contract";

/**
 * An amount in decimal text for people, such as $1,234.50 or ¥1,235. The text is rounded as it is, never as a binary
 * number.
 * @param more decimal places beyond those of the currency
 */
export function formatMoney(
  amount: string,
  currency: string,
  more = 0,
  currencyDisplay: "symbol" | "code" = "symbol",
): string {
  const digits = decimalsOf(currency) + more;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay, ...decimals }).format(
    amount as Intl.StringNumericLiteral,
  );
}

/** A quantity in decimal text for people, such as 1,234.5. */
export function formatQuantity(quantity: string): string {
  return new Intl.NumberFormat("en", { maximumFractionDigits: 2, minimumFractionDigits: 2 }).format(
    quantity as Intl.StringNumericLiteral,
  );
}

const DIGITS = 8;
const UNIT = 10n ** BigInt(DIGITS);

/** The exact sum of amounts in decimal text that are not negative. */
export function sumOf(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n);
  return `${total / UNIT}.${String(total % UNIT).padStart(DIGITS, "0")}`;
}

function unitsOf(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(DIGITS, "0"));
}
