import type { LibvirtClient } from "./client/libvirt-client.ts";

/** The context that all ports of a site share. */
export interface LibvirtSite {
  readonly client: LibvirtClient;
  /** Every machine that we define is labeled with it. Machines without the label are never touched. */
  readonly siteId: string;
  /** The storage pool, a folder of the site's own. */
  readonly pool: string;
  /** The processor that every machine sees, whatever its host has: a named model, so that machines can move. */
  readonly cpuModel: string;
}

/** A page of a list: what comes after an id, up to a count. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

/** The items of a page, ordered by id. */
export function pageOf<Item>(items: readonly Item[], idOf: (item: Item) => string, { after, limit }: Page): Item[] {
  return items
    .filter((item) => idOf(item) > after)
    .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    .slice(0, limit);
}
