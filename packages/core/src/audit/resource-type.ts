import type { IdentifierPrefix } from "../request/identifiers.ts";
import { subjectOf } from "./read-scopes.ts";

/** What an identifier says of the resource that it stands for. */
const TYPES: Readonly<Partial<Record<IdentifierPrefix, string>>> = {
  org: "organization",
  tok: "api_token",
  inv: "invitation",
  vm: "vm",
  op: "operation",
  vol: "volume",
  vpc: "vpc",
  sub: "subnet",
  alloc: "vpc_node",
  nat: "nat_gateway",
  ip: "reserved_ip",
  fw: "firewall_group",
  rule: "firewall_rule",
  fwd: "port_forward",
  lb: "load_balancer",
  cdn: "cdn_distribution",
  store: "secret_store",
  sec: "secret",
  snap: "snapshot",
};
const byPrefix: Readonly<Record<string, string>> = TYPES;

/**
 * The kind of thing that an event is about: by its id, else (a bucket has a name) by what was done. Null where the
 * event names no resource.
 */
export function resourceTypeOf({
  action,
  resource_id,
}: {
  readonly action: string;
  readonly resource_id: string | null;
}): string | null {
  if (resource_id === null) return null;
  const [, prefix = ""] = /^([a-z]+)_[0-9a-z]{26}$/.exec(resource_id) ?? [];
  if (Object.hasOwn(byPrefix, prefix)) return byPrefix[prefix] ?? null;
  // What is done to objects is known by their bucket.
  if (subjectOf(action) === "object") return "bucket";
  return subjectOf(action).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
