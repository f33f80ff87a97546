// The choices of object storage regions, without zod: pages show them.
/** The kinds of servers that a region of its own can have. */
export const REGION_SERVERS = ["rgw"] as const;
export const REGION_BACKENDS = ["embedded", ...REGION_SERVERS] as const;

/**
 * - `waiting`: its server has not answered yet, and nobody creates buckets there
 * - `connected`: its server answered at the last look, or is the installation's own
 * - `away`: its server did not answer at the last look, or refused
 */
export const REGION_STATES = ["waiting", "connected", "away"] as const;
export type RegionState = (typeof REGION_STATES)[number];

/** The most users without a record that are told of a region. */
export const MOST_UNKNOWN_USERS = 100;
