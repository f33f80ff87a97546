import { expect, test } from "vitest";
import { metricInput, monthsUntil } from "./metrics-query.ts";

const NOW = Date.parse("2026-02-03T10:07:30.000Z");

test("the last hour uses the API's defaults, and longer ranges begin at a whole step", () => {
  expect(metricInput("1", "vm_1", "cpu", "1h", NOW)).toEqual({ workspace_id: "1", vm_id: "vm_1", metric: "cpu" });
  expect(metricInput("1", "vm_1", "cpu", "24h", NOW)).toMatchObject({ from: "2026-02-02T10:05:00.000Z", step: 300 });
});

test("monthsUntil lists the last six months in UTC, across the end of a year", () => {
  expect(monthsUntil(NOW)).toEqual(["2025-09", "2025-10", "2025-11", "2025-12", "2026-01", "2026-02"]);
});
