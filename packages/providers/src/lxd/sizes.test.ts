import { expect, test } from "vitest";
import { bytesOf, cpusOf, gibibytes, mebibytes } from "./sizes.ts";

test.each([
  [gibibytes(20), 20 * 2 ** 30],
  [mebibytes(512), 512 * 2 ** 20],
  ["1TiB", 2 ** 40],
  ["10GB", 10_000_000_000],
  ["4096", 4096],
  ["", 0],
  ["50%", 0],
  [undefined, 0],
])("bytesOf %j is %d", (size, bytes) => {
  expect(bytesOf(size)).toBe(bytes);
});

test.each([
  ["2", 2],
  ["0-3", 4],
  ["1,5", 2],
  ["0-1,4", 3],
  ["", 0],
  [undefined, 0],
])("cpusOf %j is %d", (limit, cpus) => {
  expect(cpusOf(limit)).toBe(cpus);
});
