/**
 * How long a test waits, in milliseconds. The limits are there for what never comes, not for a busy machine: tests poll on conditions,
 * start processes and make databases, and none of them measures time.
 */
export const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
