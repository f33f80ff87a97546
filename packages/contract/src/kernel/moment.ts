import { z } from "zod";

/** A moment that a caller names: ISO 8601 with a time and `Z` or an offset. What is finer than a millisecond is cut off. */
export const Moment = z.iso.datetime({ offset: true, error: "must be a moment such as 2026-11-21T12:00:00Z" });
