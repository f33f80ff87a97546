// The capacity of the lines of edges, in Gbit/s, without zod: pages show it.
/** Unless the operator says otherwise. */
export const DEFAULT_LINE_GBITS = 100;
export const MOST_LINE_GBITS = 100_000;
