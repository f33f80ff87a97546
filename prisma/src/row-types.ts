import pg from "pg";

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;
const parseAnyTimestamp = pg.types.getTypeParser(TIMESTAMPTZ, "text");

/**
 * Parses a timestamp of the server. In UTC, the usual case, its text is nearly ISO 8601, and the JavaScript engine's
 * parser is several times faster than the general one. Other texts use the general parser.
 */
export function parseTimestamp(text: string): Date {
  return UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : (parseAnyTimestamp(text) as Date);
}

/** The parsers of hot statements' rows: `int8` as bigint, `timestamptz` as Date, the rest as in node-postgres. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return BigInt;
    if (oid === TIMESTAMPTZ) return parseTimestamp;
    return pg.types.getTypeParser(oid, format as "text");
  }) as typeof pg.types.getTypeParser,
};
