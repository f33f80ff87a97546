import type { LxdClient } from "./client/lxd-client.ts";

/** What every port of one site works with. */
export interface LxdSite {
  readonly client: LxdClient;
  /** Ours: everything that we make is marked with it, and nothing without it is touched. */
  readonly siteId: string;
  /** The storage pool of root disks and volumes. */
  readonly pool: string;
  /** The network of instances that are in no VPC. */
  readonly network: string;
  /** The network by which OVN networks lead out; where there is none, networks are bridges of one host. */
  readonly uplink?: string | undefined;
  readonly instanceType: "container" | "virtual-machine";
}
