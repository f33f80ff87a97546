import type { SiteHost } from "./hosts/site-hosts.ts";
import type { StorageDoor } from "./hosts/storage-door.ts";
import type { Screens } from "./machine/definition.ts";
import type { CephAccess } from "./machine/disk-source.ts";
import type { KnownPlacements } from "./machine/placement.ts";
import type { Northbound } from "./network/northbound.ts";
import type { Disks } from "./storage/disks.ts";

/** The context that all ports of a site share. Hosts beyond one have a shared folder. */
export interface LibvirtSite {
  /** The endpoint's own first. */
  readonly hosts: readonly SiteHost[];
  /** The way to the files of the pool. */
  readonly storage: StorageDoor;
  /** Every machine that we define is labeled with it. Machines without the label are never touched. */
  readonly siteId: string;
  /** The storage pool, a folder of the site's own. */
  readonly pool: string;
  /** Its folder on the hosts. */
  readonly poolPath: string;
  /** Whether all hosts have the same folder there. */
  readonly shared: boolean;
  /** Where disks are; null where they are files of the pool. */
  readonly ceph: CephAccess | null;
  readonly disks: Disks;
  /** What records of machines say, which is read once. */
  readonly placements: KnownPlacements;
  /** The processor that every machine sees, whatever its host has: a named model, so that machines can move. */
  readonly cpuModel: string;
  readonly screens: Screens;
  /** Whether machines that boot by UEFI boot only what Microsoft's keys signed. */
  readonly secureBoot: boolean;
  /** Whether machines that boot by UEFI have a TPM. */
  readonly tpm: boolean;
  /** What OVN makes networks from. */
  readonly northbound: Northbound;
  /** The way out of the site's networks; null for none. */
  readonly uplink: Uplink | null;
  /** Addresses outside VPCs that no machine may get; without it, there are none. */
  readonly heldAddresses?: () => Promise<ReadonlySet<string>>;
}

/** A site without what keeps its disks. */
export type FolderSite = Omit<LibvirtSite, "disks">;

/** A network outside, in which routers have addresses. */
export interface Uplink {
  /** Its name in `ovn-bridge-mappings` of the hosts. */
  readonly network: string;
  /** The next router, and the length of the network's prefix. */
  readonly gateway: string;
  readonly prefixLength: number;
  /** The addresses that routers may take, both ends included. */
  readonly first: string;
  readonly last: string;
  /** The hosts by which traffic leaves, by their `system-id`, the preferred one first. */
  readonly chassis: readonly string[];
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
