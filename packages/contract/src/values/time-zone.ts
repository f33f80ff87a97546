import { z } from "zod";
import { keptAs, NORMAL_FORMS, timeZoneOf } from "./normal-form.ts";

/** The name of a time zone of the IANA database, without offsets. */
export const TimeZone = keptAs(
  "time-zone",
  z
    .string()
    .trim()
    .min(1)
    .max(64)
    .refine(isTimeZone, "must be a time zone of the IANA database, as in Europe/Amsterdam")
    .overwrite(NORMAL_FORMS["time-zone"]),
);

function isTimeZone(name: string): boolean {
  return !/^[+-]/.test(name) && timeZoneOf(name) !== undefined;
}
