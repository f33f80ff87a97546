import type { LxdClient } from "./client/lxd-client.ts";

/** What every port of one site works with. */
export interface LxdSite {
  readonly client: LxdClient;
  /** Ours: everything that we make is marked with it, and nothing without it is touched. */
  readonly siteId: string;
  /** The storage pool of root disks and volumes. */
  readonly pool: string;
  /** The bridge of instances that are in no VPC. */
  readonly network: string;
  readonly instanceType: "container" | "virtual-machine";
}
