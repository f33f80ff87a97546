import { expect, test } from "vitest";
import { seriesOf } from "./usage-series.ts";

const days = ["2026-11-20", "2026-11-21", "2026-11-22"];
const line = (sku_code: string, day: string, amount: string) => ({ sku_code, day, amount });

test("seriesOf adds up each product per day and sorts products by cost, highest first", () => {
  const items = [
    line("vm", "2026-11-20", "0.5"),
    line("vm", "2026-11-20", "0.25"),
    line("ip", "2026-11-22", "2"),
    line("vm", "2026-11-22", "0.5"),
  ];
  expect(seriesOf(items, days)).toEqual([
    { label: "ip", values: [0, 0, 2] },
    { label: "vm", values: [0.75, 0, 0.5] },
  ]);
});

test("seriesOf merges the cheapest products into one series and keeps the total", () => {
  const items = Array.from({ length: 9 }, (_, index) => line(`sku-${index}`, days[index % 3] ?? "", String(index + 1)));
  const series = seriesOf(items, days);
  expect(series.map(({ label }) => label)).toEqual(["sku-8", "sku-7", "sku-6", "sku-5", "sku-4", "4 others"]);
  const total = series.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
  expect(total).toBe(45);
});

test("seriesOf keeps the name of a single product beyond the limit", () => {
  const items = Array.from({ length: 6 }, (_, index) => line(`sku-${index}`, days[0] ?? "", String(index + 1)));
  expect(seriesOf(items, days).at(-1)?.label).toBe("sku-0");
});
