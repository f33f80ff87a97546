import { expect, test } from "vitest";
import { formatBytes, formatGigabytes, formatInstanceSize } from "./format-size.ts";

test.each([
  [{ cpu: 1, ramMb: 1024, diskGb: 20 }, "1 CPU, 1 GB RAM, 20 GB disk"],
  [{ cpu: 8, ramMb: 512, diskGb: 4 }, "8 CPUs, 512 MB RAM, 4 GB disk"],
  [{ cpu: 2, ramMb: 1536, diskGb: 1000 }, "2 CPUs, 1.5 GB RAM, 1000 GB disk"],
])("formatInstanceSize of %o is %j", (size, words) => {
  expect(formatInstanceSize(size)).toBe(words);
});

test("disk and copy sizes are given in gigabytes", () => {
  expect([formatGigabytes(20), formatBytes(2 ** 30), formatBytes(429_496_730), formatBytes(0)]).toEqual([
    "20 GB",
    "1 GB",
    "0.4 GB",
    "0 GB",
  ]);
});
