import { Moment } from "@fulmar/contract";

/** A moment in a document or a header of S3: ISO 8601 with a time and an offset. @returns undefined for any other text */
export function momentIn(text: string): Date | undefined {
  return Moment.safeParse(text).success ? new Date(text) : undefined;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** The three formats of HTTP, of which the last two are obsolete (RFC 9110, section 5.6.7). */
const HTTP_DATES = [
  /^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];
const CENTURY = 100;
/** A year of two digits that seems to be more than this far ahead is in the past (RFC 9110, section 5.6.7). */
const YEARS_AHEAD = 50;

/**
 * A date in a header of HTTP.
 * @returns NaN for any other text, also for a day that does not exist, as headers are then ignored
 */
export function httpDateIn(text: string | undefined): number {
  const parts = HTTP_DATES.map((format) => format.exec(text ?? "")?.groups).find((found) => found !== undefined);
  if (parts === undefined) return Number.NaN;
  const { day = "", month = "", year = "", time = "" } = parts;
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, "0");
  const iso = `${fullYear(year)}-${number}-${day.replace(" ", "0")}T${time}Z`;
  return momentIn(iso)?.getTime() ?? Number.NaN;
}

function fullYear(year: string): string {
  if (year.length === 4) return year;
  const now = new Date().getUTCFullYear();
  const near = now - (now % CENTURY) + Number(year);
  return String(near > now + YEARS_AHEAD ? near - CENTURY : near);
}
