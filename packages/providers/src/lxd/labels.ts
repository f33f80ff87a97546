import { SiteRecord } from "../ports/inventory-port.ts";
import { jsonOf } from "./client/lxd-answer.ts";
import type { LxdSite } from "./lxd-site.ts";

/** The role of an object on the server. */
export type LxdRole =
  | "vm"
  | "snapshot"
  | "backup"
  | "image"
  | "export"
  /** What is being imported, and the data volumes of an imported backup. */
  | "import"
  | "former"
  | "next"
  | "site"
  | "site_network"
  | "volume"
  | "subnet"
  | "vm_network"
  /** The network of a released machine that we had made: its profile stays, and our filter lets its traffic pass. */
  | "released_network"
  | "nat_gateway"
  | "filter";

/** The configuration of any object on the server. Objects that are not ours lack our keys. */
type Configuration = Readonly<Partial<Record<string, string>>>;

/** The labels by which we recognize our objects on a shared server. */
export function labelsOf(
  { siteId }: Pick<LxdSite, "siteId">,
  role: LxdRole,
  id: string,
): Readonly<Record<string, string>> {
  return { "user.fulmar.site": siteId, "user.fulmar.role": role, "user.fulmar.id": id };
}

/** Our id of an object with this role at this site; undefined for any other object. */
export function labeledId(
  { siteId }: Pick<LxdSite, "siteId">,
  role: LxdRole,
  config: Configuration,
): string | undefined {
  return config["user.fulmar.site"] === siteId && config["user.fulmar.role"] === role
    ? config["user.fulmar.id"]
    : undefined;
}

/** Configuration keys that hold the site record, from which the database's rows can be restored. */
export const RECORD = "user.fulmar.record";
export const PLAN = "user.fulmar.plan";
export const NAME = "user.fulmar.name";
/** When the resource was first created. Kept through rebuilds and copies. */
export const CREATED = "user.fulmar.created";

/**
 * The name of an adopted machine at the site, which it keeps. Other instances are named after their ids. The next and
 * the former instance of a swap carry it too, so it says the machine's name only where the instance has that name.
 */
export const MACHINE = "user.fulmar.machine";
/** The device path of an adopted volume. Its device is left as it was. */
export const DEVICE = "user.fulmar.device";

/** The labels of a new object. Both are always set, because a copy would otherwise inherit its source's. */
export function recordLabels(record: SiteRecord | null): Readonly<Record<string, string>> {
  return { [RECORD]: record === null ? "" : recordText(record), ...madeNow() };
}

export function recordText({ installation_id, rows }: SiteRecord): string {
  return JSON.stringify({ installation_id, rows });
}

/** The record of an object; null where it is missing or was tampered with. */
export function recordIn(config: Configuration): SiteRecord | null {
  const parsed = SiteRecord.safeParse(jsonOf(config[RECORD] ?? ""));
  return parsed.success ? parsed.data : null;
}

export function madeNow(): Readonly<Record<string, string>> {
  return { [CREATED]: new Date().toISOString() };
}

/** Labels that survive when an object's configuration is written again. */
export function madeBefore(config: Configuration | undefined): Readonly<Record<string, string>> {
  const created = config?.[CREATED];
  return created === undefined ? {} : { [CREATED]: created };
}

/**
 * When an object was made, by its configuration or else by the server; null where neither says. @param createdAt
 * ignored when it is the zero of Go's time
 */
export function madeAtIn(config: Configuration, createdAt?: string): Date | null {
  const milliseconds = Date.parse(config[CREATED] || createdAt || "");
  return milliseconds > 0 ? new Date(milliseconds) : null;
}

/** The server's name for an id of ours: LXD names have no underscores. */
export function lxdName(id: string): string {
  return id.replaceAll("_", "-");
}
