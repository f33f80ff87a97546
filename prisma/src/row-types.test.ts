import pg from "pg";
import { expect, test } from "vitest";
import { parseTimestamp } from "./row-types.ts";

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, "text");

test.each([
  "2026-11-21 11:42:43.043+00",
  "2026-11-21 11:42:43+00",
  "2026-01-01 00:00:00.1+00",
  "2026-11-21 11:42:43.043999+00",
  "2026-11-21 12:42:43.043+01",
  "2026-11-21 17:12:43.043+05:30",
  "12026-11-21 11:42:43.043+00",
  "0044-03-15 12:00:00+00 BC",
])("parseTimestamp agrees with node-postgres on %s", (text) => {
  expect(parseTimestamp(text)).toEqual(parseAny(text));
});

test("parseTimestamp agrees with node-postgres on infinity", () => {
  expect(parseTimestamp("infinity")).toEqual(parseAny("infinity"));
});
