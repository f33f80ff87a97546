import { expect, test } from "vitest";
import { PARTS_FROM, partsOf } from "./file-parts.ts";

const MIB = 1024 ** 2;

test.each([PARTS_FROM, PARTS_FROM + 1, 3 * PARTS_FROM - 1, 80_000 * MIB, 80_000 * MIB + 1, 5 * 1024 ** 4])(
  "partsOf splits %j bytes into consecutive parts within the limits of S3",
  (size) => {
    const parts = partsOf(size);
    expect(parts.length).toBeLessThanOrEqual(10_000);
    expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
    expect(parts.map(({ start }) => start)).toEqual([0, ...parts.slice(0, -1).map(({ end }) => end)]);
    expect(parts.at(-1)?.end).toBe(size);
    // S3 requires at least 5 MiB and accepts at most 5 GiB.
    expect(parts.slice(0, -1).every(({ start, end }) => end - start >= 5 * MIB && end - start <= 5 * 1024 ** 3)).toBe(
      true,
    );
  },
);
