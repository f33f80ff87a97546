import type { FenceReason, SiteHealth, SiteResourceKind, SiteState } from "@fulmar/contract";
import type { Tone } from "@/components/status-badge.tsx";

/**
 * The colour of every state of a site. Exhaustive, as are the tables below: a new state does not compile without an
 * entry.
 */
export const SITE_TONE: Readonly<Record<SiteState, Tone>> = {
  healthy: "good",
  failing: "warn",
  down: "bad",
  fenced: "bad",
};

export const INSTANCE_NAME: Readonly<Record<NonNullable<SiteHealth["instance_type"]>, string>> = {
  container: "Containers",
  "virtual-machine": "Virtual machines",
};

/** Why a site is fenced, as text after its name and a colon. */
export const FENCED_BECAUSE: Readonly<Record<FenceReason, string>> = {
  database_behind: "the database is behind the site",
  database_copied: "the database is a copy",
  other_installation: "another installation drives the site",
  mark_missing: "the site has lost its ownership record",
  site_incomplete: "most of the site's resources are missing",
  unknown_resources: "there are resources that the database does not know",
  by_operator: "an operator has fenced it",
};

export const KIND_NAME: Readonly<Record<SiteResourceKind, string>> = {
  vm: "VM",
  volume: "Volume",
  snapshot: "Snapshot",
  backup: "Backup",
  image: "Image",
  subnet: "Subnet",
  vm_network: "VM network",
  nat_gateway: "NAT gateway",
  load_balancer: "Load balancer",
  cdn_distribution: "CDN distribution",
};
