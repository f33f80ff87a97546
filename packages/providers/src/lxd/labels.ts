import { ResourceRecord } from "../ports/inventory-port.ts";
import { jsonOf } from "./client/lxd-answer.ts";
import type { LxdSite } from "./lxd-site.ts";

/** What a thing on the server is to us. */
export type LxdRole =
  | "vm"
  | "snapshot"
  | "backup"
  | "export"
  | "former"
  | "next"
  | "site"
  | "site_network"
  | "volume"
  | "subnet"
  | "vm_network"
  | "nat_gateway"
  | "filter";

/** Of anything on the server; what is not ours lacks our keys. */
type Configuration = Readonly<Partial<Record<string, string>>>;

/** The configuration by which we know our own things on a server that others use too. */
export function labelsOf(
  { siteId }: Pick<LxdSite, "siteId">,
  role: LxdRole,
  id: string,
): Readonly<Record<string, string>> {
  return { "user.fulmar.site": siteId, "user.fulmar.role": role, "user.fulmar.id": id };
}

/** Our id of a thing with this role at this site; undefined for everything else, which is not ours. */
export function labeledId(
  { siteId }: Pick<LxdSite, "siteId">,
  role: LxdRole,
  config: Configuration,
): string | undefined {
  return config["user.fulmar.site"] === siteId && config["user.fulmar.role"] === role
    ? config["user.fulmar.id"]
    : undefined;
}

/** The configuration keys by which the server keeps, beside our things, what makes their rows again. */
export const RECORD = "user.fulmar.record";
export const PLAN = "user.fulmar.plan";
export const NAME = "user.fulmar.name";
/** When it was first made, whatever has been made of it since. */
export const CREATED = "user.fulmar.created";

/** Of a thing that is made now. Both are always said: a copy takes what it is not told from what it is made of. */
export function recordLabels(record: ResourceRecord | null): Readonly<Record<string, string>> {
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

/** The name on the server of what has this id of ours: LXD's names have no underscores. */
export function lxdName(id: string): string {
  return id.replaceAll("_", "-");
}
