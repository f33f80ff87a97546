import { z } from "zod";

const ERROR = "must be a moment such as 2026-11-21T12:00:00Z";

// An offset can move one out of the years that are written with four digits, in which every answer shows its moments.
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * A moment that a caller names: ISO 8601 with a time and `Z` or an offset, of the years 1 to 9999 in UTC. What is finer
 * than a millisecond is cut off.
 */
export const Moment = z.iso.datetime({ offset: true, abort: true, error: ERROR }).refine(
  (text) => {
    const at = Date.parse(text);
    return at >= EARLIEST && at <= LATEST;
  },
  { error: ERROR },
);
