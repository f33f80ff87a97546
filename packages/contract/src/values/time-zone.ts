import { z } from "zod";

/** The name of a time zone of the IANA database, without offsets. */
export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, "must be a time zone of the IANA database, as in Europe/Amsterdam");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
