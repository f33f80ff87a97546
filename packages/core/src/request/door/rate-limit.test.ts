import { expect, test } from "vitest";
import { RateLimiter } from "./rate-limit.ts";

test("a burst is allowed at once, and the bucket refills at the configured rate", () => {
  const limiter = new RateLimiter({ perSecond: 2, burst: 3 });
  const at = 1_000_000;
  expect([0, 1, 2, 3].map(() => limiter.take("a", at).allowed)).toEqual([true, true, true, false]);
  expect(limiter.take("a", at + 499).allowed).toBe(false);
  expect(limiter.take("a", at + 500).allowed).toBe(true);
  expect(limiter.take("a", at + 500).allowed).toBe(false);
  expect([0, 1, 2, 3].map(() => limiter.take("a", at + 60_000).allowed)).toEqual([true, true, true, false]);
});

test("each caller has its own bucket and sees what is left in it", () => {
  const limiter = new RateLimiter({ perSecond: 2, burst: 3 });
  const at = 1_000_000;
  expect(limiter.take("a", at).state).toEqual({ limit: 3, windowSeconds: 2, remaining: 2, resetSeconds: 1 });
  for (let sent = 0; sent < 5; sent++) limiter.take("a", at);
  expect(limiter.take("a", at).state).toEqual({ limit: 3, windowSeconds: 2, remaining: 0, resetSeconds: 2 });
  expect(limiter.take("b", at).state.remaining).toBe(2);
});

test("a bucket that is dropped after a while starts full again", () => {
  const limiter = new RateLimiter({ perSecond: 1, burst: 1 });
  const start = Date.now();
  expect(limiter.take("a", start).allowed).toBe(true);
  expect(limiter.take("a", start + 100).allowed).toBe(false);
  limiter.take("b", start + 120_000);
  expect(limiter.take("a", start + 120_000).allowed).toBe(true);
});
