/**
 * What holds for the tests of every package.
 * - The limits, in milliseconds, are there for what never comes, not for a busy machine: tests poll on conditions,
 *   start processes and make databases, and none of them measures time.
 * - Files share their process and what was imported there, which saves a quarter of the time: each has a database, a
 *   server and a folder of its own, and none leaves anything changed for the next.
 */
export const defaults = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  isolate: false,
};
