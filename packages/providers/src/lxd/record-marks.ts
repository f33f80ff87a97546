import { ResourceRecord } from "../inventory-port.ts";
import { jsonOf } from "./client/lxd-answer.ts";

/** The configuration keys by which the server keeps, beside our things, what makes their rows again. */
export const RECORD = "user.fulmar.record";
export const PLAN = "user.fulmar.plan";
export const NAME = "user.fulmar.name";
/** When it was first made, whatever has been made of it since. */
export const CREATED = "user.fulmar.created";

type Configuration = Readonly<Partial<Record<string, string>>>;

/** Of a thing that is made now. Both are always said: a copy takes what it is not told from what it is made of. */
export function recordMarks(record: ResourceRecord | null): Readonly<Record<string, string>> {
  return { [RECORD]: record === null ? "" : recordText(record), ...madeNow() };
}

export function recordText({ installation_id, rows }: ResourceRecord): string {
  return JSON.stringify({ installation_id, rows });
}

/** The record of a thing; null where it has none, or somebody has made something else of it. */
export function recordIn(config: Configuration): ResourceRecord | null {
  const parsed = ResourceRecord.safeParse(jsonOf(config[RECORD] ?? ""));
  return parsed.success ? parsed.data : null;
}

export function madeNow(): Readonly<Record<string, string>> {
  return { [CREATED]: new Date().toISOString() };
}

/** What stays of a thing that is written whole again. */
export function madeBefore(config: Configuration | undefined): Readonly<Record<string, string>> {
  const created = config?.[CREATED];
  return created === undefined ? {} : { [CREATED]: created };
}

/**
 * When a thing was made, by its configuration, or else by the server; null where neither says it. @param createdAt the
 * zero of Go's time says nothing
 */
export function madeAtIn(config: Configuration, createdAt?: string): Date | null {
  const milliseconds = Date.parse(config[CREATED] || createdAt || "");
  return milliseconds > 0 ? new Date(milliseconds) : null;
}
