import { createHash } from "node:crypto";
import { type Condition, mapIn, mapOf, type Operation, type Value } from "@fulmar/ovsdb";
import { SiteRecord } from "../../ports/inventory-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { uuidText } from "../machine/labels.ts";

/** A row as the database sends it. */
export type FoundRow = Readonly<Record<string, unknown>>;

/** What a row of ours is. The first three are resources. */
export type Role =
  | "subnet"
  | "vm_network"
  | "released_network"
  | "nat_gateway"
  | "site"
  | "home"
  | "router"
  | "uplink"
  | "dhcp"
  | "dhcp6"
  | "nic"
  | "exit"
  | "names"
  | "peering"
  | "address_set";

/** Columns that every table of ours has besides its own. */
const LABELS = "external_ids";
const KEY = {
  site: "fulmar-site",
  role: "fulmar-role",
  id: "fulmar-id",
  vpc: "fulmar-vpc",
  subnet: "fulmar-subnet",
  revision: "fulmar-revision",
  record: "fulmar-record",
  madeAt: "fulmar-made-at",
  /** What a resource needs to be described or taken apart, as JSON. */
  state: "fulmar-state",
  /** The ids of the address sets that a machine's rules name, as JSON. */
  sets: "fulmar-sets",
  token: "fulmar-token",
} as const;
export type Labels = Partial<Record<keyof typeof KEY, string>>;

/** The name of a row of an object: port groups and address sets are named by it in rules, so it is an identifier. */
export function nameOf(id: string, part?: string): string {
  return `fm_${id.replaceAll(/\W/g, "_")}${part === undefined ? "" : `_${part}`}`;
}

/** The labels of a row, as its column. */
export function labels({ siteId }: Pick<LibvirtSite, "siteId">, role: Role, more: Labels): Value {
  const all: Labels = { site: siteId, role, ...more };
  const entries = Object.entries(all).map(([key, value]) => [KEY[key as keyof typeof KEY], value] as const);
  return mapOf(Object.fromEntries(entries));
}

/** The labels that a row has. */
export function labelsIn(row: FoundRow): Labels {
  const present = mapIn(row[LABELS]);
  const entries = Object.entries(KEY).flatMap(([key, column]) => {
    const value = present[column];
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** That a row is the site's, in this role, with these labels. */
export function isOurs({ siteId }: Pick<LibvirtSite, "siteId">, role: Role, more: Labels = {}): Condition {
  return [LABELS, "includes", labels({ siteId }, role, more)];
}

/** That a row is the site's, whatever it is. */
export function isSites({ siteId }: Pick<LibvirtSite, "siteId">): Condition {
  return [LABELS, "includes", mapOf({ [KEY.site]: siteId })];
}

export function select(table: string, columns: readonly string[], ...where: readonly Condition[]): Operation {
  return { op: "select", table, where, columns: ["_uuid", LABELS, ...columns] };
}

/** The revision that was applied; 0 if none was. */
export function revisionOf({ revision }: Labels): number {
  return Number(revision ?? 0);
}

/** The record in labels; null where it cannot be read. */
export function recordIn({ record }: Labels): SiteRecord | null {
  return SiteRecord.safeParse(jsonIn(record)).data ?? null;
}

export function jsonIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** When a resource was first made: as its present labels say, or now. */
export function madeAtIn(present: Labels | undefined): string {
  return present?.madeAt ?? new Date().toISOString();
}

/** A MAC address that follows from what has it: locally administered, and of one machine (IEEE 802, bits 0 and 1). */
export function macOf(...of: readonly string[]): string {
  const [a, b, c, d, e] = createHash("sha256").update(of.join(" ")).digest();
  return [0x52, a, b, c, d, e].map((byte) => (byte ?? 0).toString(16).padStart(2, "0")).join(":");
}

/** A UUID that follows from what has it (RFC 9562, version 8). */
export function uuidFor(...of: readonly string[]): string {
  const uuid = createHash("sha256").update(of.join(" ")).digest().subarray(0, 16);
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x80;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  return uuidText(uuid);
}
