// Providers count money in the smallest unit of its currency. Floats are never used.

/** The currencies that Stripe counts whole (https://docs.stripe.com/currencies#zero-decimal). */
const WHOLE = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const THOUSANDTHS = new Set("BHD JOD KWD OMR TND".split(" "));

function decimalsOf(currency: string): number {
  const code = currency.toUpperCase();
  if (WHOLE.has(code)) return 0;
  return THOUSANDTHS.has(code) ? 3 : 2;
}

/** @throws RangeError for an amount with more decimals than its currency has */
export function toMinorUnits(amount: string, currency: string): number {
  const decimals = decimalsOf(currency);
  const [whole = "", fraction = ""] = amount.split(".");
  const rest = fraction.slice(decimals);
  const units = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction) || /[1-9]/.test(rest) || !Number.isSafeInteger(units))
    throw new RangeError(`${amount} is no amount in ${currency}`);
  return units;
}

/** Decimal text, without zeros that say nothing. */
export function fromMinorUnits(units: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(units).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
