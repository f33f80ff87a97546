import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { needs } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { sync } from "./disk.ts";

/** The open files of this process, where the system has /proc. */
const OPEN = "/proc/self/fd";
/** A file that opens but cannot be synced. */
const UNSYNCABLE = "/dev/full";

function timesOpen(path: string): number {
  const targets = readdirSync(OPEN).map((name) => {
    // The folder's own entry has gone by now.
    const entry = `${OPEN}/${name}`;
    return existsSync(entry) ? readlinkSync(entry) : undefined;
  });
  return targets.filter((target) => target === path).length;
}

test("a file that cannot be synced is closed", needs(OPEN, existsSync(OPEN)), async () => {
  await expect(sync(UNSYNCABLE)).rejects.toThrow("EINVAL");
  expect(timesOpen(UNSYNCABLE)).toBe(0);
});
