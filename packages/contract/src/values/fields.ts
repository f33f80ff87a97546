import { z } from "zod";
import { LIST_SORTS, LONGEST_NAME, LONGEST_TAG } from "./limits.ts";
import { keptAs } from "./normal-form.ts";

/**
 * ISO 8601 in UTC with milliseconds and `Z`, for answers. Only `Date.toISOString` writes it, so checking the length
 * suffices: a full parse took a third of the time to validate a long list.
 */
export const Timestamp = z.string().length(24).meta({ id: "Timestamp", format: "date-time" });

/** A resource's name, unique per workspace and family. */
export const Name = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  .regex(/^[A-Za-z0-9 ._-]+$/, "must consist of letters, digits, spaces, '.', '_' and '-'")
  .refine((name) => name.trim() === name, "must not begin or end with a space")
  // A command would take the one for an option, and a client's URL the other for the folder above.
  .refine((name) => !/^[.-]/.test(name), "must begin with a letter, a digit or '_'");

export const Description = z.string().max(1000);

/**
 * The id of another resource, as a path parameter or a reference in a body. It is opaque: an unknown id, or one of
 * another workspace, is 404, not 400.
 */
export const ResourceId = z.string().min(1).max(128);

/**
 * Visible characters, and the two joiners that some scripts and emoji need. Other format characters reorder or hide the
 * text beside them (Unicode TR36).
 */
export const SEEN = /^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u;
export const SEEN_ALONE = "must be one line without invisible characters";

export const Tag = z
  .string()
  .min(1)
  .max(LONGEST_TAG)
  .refine((tag) => SEEN.test(tag), SEEN_ALONE);
/** The tags of a resource. A repeated one counts once: usage by tag would add its resource up twice. */
export const Tags = z
  .array(Tag)
  .max(50)
  .overwrite((tags) => [...new Set(tags)]);

/**
 * `workspace_id` in the query of every request: positive, within a signed 64-bit integer.
 */
export const WorkspaceId = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/, "must be a positive number")
  .refine(
    (value) => !/^[1-9][0-9]{0,18}$/.test(value) || BigInt(value) <= 9_223_372_036_854_775_807n,
    "must be a positive number",
  );

const cursor = z.string().regex(/^[A-Za-z0-9_-]{1,500}$/, "must be a cursor from a Link header");

/** Query fields of every list: the page size and the cursor (keyset, newest first). */
export const pageQuery = (defaultLimit = 100) => ({
  limit: z.int().min(1).max(1000).default(defaultLimit),
  cursor: cursor.optional(),
});

/**
 * Query field of a searchable list: a literal, case-insensitive part of a row's name. Spaces around it come with what
 * was copied.
 */
export const searchQuery = { search: keptAs("trim", z.string().trim().min(1).max(LONGEST_NAME)).optional() };

/**
 * Query field of a sortable list. `-` reverses an order. Texts are compared without case, and rows with the same value
 * by age.
 */
export function sortedBy<const Sorts extends readonly string[]>(sorts: Sorts) {
  return { sort: z.enum(sorts).default("-created_at" as Sorts[number]) };
}

/** Query field of a list sorted by age or by name. */
export const sortQuery = sortedBy(LIST_SORTS);

/** Query field of a list: fields that its records have on request only. */
export const includeQuery = <const Field extends string>(...fields: readonly [Field, ...Field[]]) => ({
  include: z.array(z.enum(fields)).min(1).max(fields.length).optional().describe("Fields to send besides the others."),
});

/** What a resource costs per month. */
export const MonthlyPrice = z.string().describe("What it costs for 730 hours at present prices, as a decimal number.");

const PROTECTED = "Whether the resource cannot be deleted. To delete it, set this to false first.";

/** Protects a new resource from deletion. */
export const NewDeletionProtection = z.boolean().default(false).describe(PROTECTED);

/** Changes the protection of a resource from deletion. */
export const SetDeletionProtection = z.boolean().optional().describe(PROTECTED);

/** Whether a resource is protected, in records. */
export const DeletionProtection = z.boolean().describe(PROTECTED);

/** The protection in the records that the specification lists field by field: they have it only while it is on. */
export const ShownDeletionProtection = z.boolean().optional().describe(`${PROTECTED} Left out while it is false.`);

const RESTORABLE = "Until when the deleted resource can be restored, if its workspace has a deletion window.";

/** When a deleted resource can no longer be restored, in records. */
export const RestorableUntil = Timestamp.nullable().describe(`${RESTORABLE} Otherwise null.`);

/** The same in the records and answers that the specification lists field by field. */
export const ShownRestorableUntil = Timestamp.optional().describe(`${RESTORABLE} Otherwise left out.`);

/** Query field of a list: deleted resources that can still be restored, in place of the others. */
export const deletedQuery = {
  deleted: z.boolean().default(false).describe("Lists what was deleted and can be restored, in place of the others."),
};

/**
 * Query field of a list that filters by several values at once: a row with any of them is listed. In a query string the
 * name is repeated.
 */
export const severalOf = <Value extends z.ZodType>(value: Value) =>
  z.array(value).min(1).max(MOST_VALUES).optional().describe("Rows with any of these values are listed.");
const MOST_VALUES = 50;

/** Query field of a list of tagged resources. */
export const tagQuery = { tag: severalOf(z.string().max(LONGEST_TAG)) };

/** Query field of a list of resources that are at sites. */
export const siteQuery = { site_id: severalOf(ResourceId) };

/** Delays the answer until the resource stops changing, or for this many seconds. */
export const waitQuery = { wait: z.int().min(0).max(60).default(0) };

const WRITTEN_DAY = /^\d{4}-\d\d-\d\d$/;
const WRITTEN_MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/;

/** A day in a request: ISO 8601. */
export const Day = z.iso.date({
  error: ({ input }) =>
    WRITTEN_DAY.test(String(input))
      ? `must be a day that exists, and ${input} does not`
      : "must be a day such as 2027-01-31",
});

/** Why a text is no moment, as a sentence without its subject. */
export function momentFault(text: unknown): string {
  const [, day, time = "", offset] = WRITTEN_MOMENT.exec(String(text)) ?? [];
  if (day === undefined) return "must be a moment such as 2026-11-21T12:00:00Z";
  if (!Day.safeParse(day).success) return `must be a moment that exists, and there is no day ${day}`;
  if (!z.iso.time().safeParse(time).success) return `must be a moment that exists, and there is no time ${time}`;
  return offset === undefined
    ? "must end in Z or in an offset such as +02:00"
    : "must be a moment in the years 1 to 9999, with Z or an offset such as +02:00";
}

// An offset can move a moment outside the years 1 to 9999. Answers write years with four digits.
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * A moment in a request: ISO 8601 with a time and `Z` or an offset, in the years 1 to 9999 in UTC. It is truncated to
 * milliseconds.
 */
export const Moment = keptAs(
  "moment",
  z.iso.datetime({ offset: true, abort: true, error: ({ input }) => momentFault(input) }).refine(
    (text) => {
      const at = Date.parse(text);
      return at >= EARLIEST && at <= LATEST;
    },
    { error: ({ input }) => momentFault(input) },
  ),
);

/** One page of a list and the cursor of the next. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
