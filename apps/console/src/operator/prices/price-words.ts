import type { OperatorPrice } from "@fulmar/contract";
import { HOURS_PER_MONTH, money } from "@/client/money.ts";

/** The price book of every organization without another one. */
export const STANDARD_BOOK = "standard";

/** The decimal places of prices. */
export const SHOWN_DIGITS = 8;

/** Transfer is no resource: it costs what is sent, not by the hour; its free amount is a month's, and it has no cap. */
export const isTransfer = (skuCode: string) => skuCode.endsWith(".transfer");

export const freeSpan = (skuCode: string) => (isTransfer(skuCode) ? "in a month" : "in every hour");

/** What a month of one unit costs, which is no more than its cap. */
export function monthText({ hourly_price, monthly_cap }: OperatorPrice, currency: string): string {
  const whole = Number(hourly_price) * HOURS_PER_MONTH;
  return money(Math.min(whole, Number(monthly_cap ?? Number.POSITIVE_INFINITY)), currency);
}

/** The cap of a month and the free amount, where there are any. */
export function termsOf(price: OperatorPrice, currency: string): string[] {
  const { sku_code, unit, monthly_cap, free_quantity } = price;
  return [
    ...(monthly_cap === null ? [] : [`at most ${money(monthly_cap, currency)} in a month`]),
    ...(free_quantity === null
      ? []
      : [`the first ${Number(free_quantity).toLocaleString("en")} ${unit ?? "unit"}s ${freeSpan(sku_code)} free`]),
  ];
}
