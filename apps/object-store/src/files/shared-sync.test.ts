import { expect, test } from "vitest";
import { SharedSync } from "./shared-sync.ts";

/** Syncs that the test ends itself. */
function begun() {
  const syncs: PromiseWithResolvers<void>[] = [];
  const shared = new SharedSync(() => {
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    return sync.promise;
  });
  return { shared, syncs };
}

test("who asks while a sync is under way shares the next one", async () => {
  const { shared, syncs } = begun();
  const first = shared.sync();
  const others = [shared.sync(), shared.sync()];
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await first;
  await expect.poll(() => syncs).toHaveLength(2);
  syncs[1]?.resolve();
  await Promise.all(others);
  expect(syncs).toHaveLength(2);
});

test("a failed sync is told to those who waited for it, and the next one begins", async () => {
  const { shared, syncs } = begun();
  const first = shared.sync();
  const other = shared.sync();
  syncs[0]?.reject(new Error("the disk is gone"));
  await expect(first).rejects.toThrow("the disk is gone");
  await expect.poll(() => syncs).toHaveLength(2);
  syncs[1]?.resolve();
  await other;
});
