import type { UsageLine } from "@fulmar/contract";

/** The number of products that colours can tell apart. The others are combined. */
const SHOWN = 5;

/**
 * Chart series with the daily cost of each product: the most expensive ones, and all others combined. Days without
 * usage are zero.
 */
export function seriesOf(items: readonly Pick<UsageLine, "sku_code" | "day" | "amount">[], days: readonly string[]) {
  const totals = new Map<string, number>();
  for (const { sku_code, amount } of items) totals.set(sku_code, (totals.get(sku_code) ?? 0) + Number(amount));
  const products = [...totals].sort(([, one], [, other]) => other - one).map(([sku]) => sku);
  const shown = products.length > SHOWN + 1 ? products.slice(0, SHOWN) : products;
  const rest = products.slice(shown.length);
  const valuesOf = (skus: readonly string[]) =>
    days.map((day) =>
      items
        .filter((item) => item.day === day && skus.includes(item.sku_code))
        .reduce((sum, { amount }) => sum + Number(amount), 0),
    );
  const series = shown.map((sku) => ({ label: sku, values: valuesOf([sku]) }));
  return rest.length === 0 ? series : [...series, { label: `${rest.length} others`, values: valuesOf(rest) }];
}
