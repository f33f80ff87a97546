import { z } from "zod";
import { LIST_SORTS, LONGEST_NAME, LONGEST_TAG } from "./limits.ts";

/**
 * ISO 8601, UTC, milliseconds, `Z`, in what we answer. It is written by `Date.toISOString` alone, so its length
 * is check enough: a full parse was a third of the cost of checking a long list.
 */
export const Timestamp = z.string().length(24).meta({ id: "Timestamp", format: "date-time" });

/** A name people give a resource: unique per workspace and family. */
export const Name = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  .regex(/^[A-Za-z0-9 ._-]+$/, "must consist of letters, digits, spaces, '.', '_' and '-'")
  .refine((name) => name.trim() === name, "must not begin or end with a space");

export const Description = z.string().max(1000);

/**
 * The id of another resource, as a path parameter or a reference in a body. Opaque: a foreign or absent one is 404, not
 * 400.
 */
export const ResourceId = z.string().min(1).max(128);

/**
 * What is seen, and the two joiners that some scripts and emoji are written with. Other marks turn around or hide the
 * text beside them (Unicode TR36).
 */
export const SEEN = /^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u;
export const SEEN_ALONE = "must be one line without invisible characters";

const Tag = z
  .string()
  .min(1)
  .max(LONGEST_TAG)
  .refine((tag) => SEEN.test(tag), SEEN_ALONE);
export const Tags = z.array(Tag).max(50);

/**
 * `workspace_id` in the query of every request: positive, within a signed 64-bit integer (spec: Workspace scoping
 * parameter).
 */
export const WorkspaceId = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/, "must be a positive number")
  .refine(
    (value) => !/^[1-9][0-9]{0,18}$/.test(value) || BigInt(value) <= 9_223_372_036_854_775_807n,
    "must be a positive number",
  );

const cursor = z.string().regex(/^[A-Za-z0-9_-]{1,500}$/, "must be a cursor from a Link header");

/** Query fields of every list: the page's size and where it goes on (keyset, newest first). */
export const pageQuery = (defaultLimit = 100) => ({
  limit: z.int().min(1).max(1000).default(defaultLimit),
  cursor: cursor.optional(),
});

/** Query field of a list that can be searched: a part of what people call its rows, in any case, taken literally. */
export const searchQuery = { search: z.string().min(1).max(LONGEST_NAME).optional() };

/** Query field of a list that can be ordered: by age, or by name in any case; `-` turns an order around. */
export const sortQuery = { sort: z.enum(LIST_SORTS).default("-created_at") };

/** Holds the answer until the resource no longer changes by itself, or that many seconds have passed. */
export const waitQuery = { wait: z.int().min(0).max(60).default(0) };
