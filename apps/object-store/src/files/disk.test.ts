import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { sync } from "./disk.ts";

/** What this process has open, where the system tells. */
const OPEN = "/proc/self/fd";
/** Opens like a file, and cannot be synced. */
const UNSYNCABLE = "/dev/full";

function timesOpen(path: string): number {
  const targets = readdirSync(OPEN).map((name) => {
    // The folder's own entry is gone by now.
    const entry = `${OPEN}/${name}`;
    return existsSync(entry) ? readlinkSync(entry) : undefined;
  });
  return targets.filter((target) => target === path).length;
}

test.skipIf(!existsSync(OPEN))("a file that cannot be brought to the disk is not left open", async () => {
  await expect(sync(UNSYNCABLE)).rejects.toThrow("EINVAL");
  expect(timesOpen(UNSYNCABLE)).toBe(0);
});
