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
export function marksOf(
  { siteId }: Pick<LxdSite, "siteId">,
  role: LxdRole,
  id: string,
): Readonly<Record<string, string>> {
  return { "user.fulmar.site": siteId, "user.fulmar.role": role, "user.fulmar.id": id };
}

/** Our id of a thing with this role at this site; undefined for everything else, which is not ours. */
export function markedId(
  { siteId }: Pick<LxdSite, "siteId">,
  role: LxdRole,
  config: Configuration,
): string | undefined {
  return config["user.fulmar.site"] === siteId && config["user.fulmar.role"] === role
    ? config["user.fulmar.id"]
    : undefined;
}
