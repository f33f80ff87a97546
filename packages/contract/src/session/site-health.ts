/**
 * How the work with a site's provider goes: `fenced` says that nothing is changed there until an operator resumes the
 * site, `down` that nobody does the work, or that the site does not answer; `failing` that it ends in errors.
 */
export type SiteState = "healthy" | "failing" | "down" | "fenced";

/** Why a site is fenced. */
export type FenceReason =
  | "database_behind"
  | "database_copied"
  | "other_installation"
  | "mark_missing"
  | "site_incomplete"
  | "unknown_resources";

/** What keeps a site as it is. */
export interface SiteFence {
  /** Whose fence it is, such as `simulated` or `lxd:site-ams-2`: all sites that it drives have it. */
  readonly provider: string;
  readonly reason: FenceReason;
  /** In a sentence. */
  readonly detail: string;
  readonly since: string;
}

/** The kinds of resources that providers keep for an installation. */
export type SiteResourceKind =
  | "vm"
  | "volume"
  | "snapshot"
  | "backup"
  | "subnet"
  | "vm_network"
  | "nat_gateway"
  | "load_balancer"
  | "cdn_distribution";

/** A resource at a site that bears an installation's marks, and that the database does not know. */
export interface UnknownResource {
  readonly kind: SiteResourceKind;
  readonly id: string;
  readonly name: string | null;
  /** In words, such as `1 CPU, 1 GB RAM, 20 GB disk`. */
  readonly size: string | null;
  /** Null where its provider does not say. */
  readonly made_at: string | null;
  readonly first_seen_at: string;
  /** Whether its marks say enough to make its records again. */
  readonly adoptable: boolean;
}

/** A site as its operator sees it. */
export interface SiteHealth {
  readonly site_id: string;
  readonly name: string;
  readonly location: string;
  /** The adapter that drives it. */
  readonly provider: string;
  readonly state: SiteState;
  /** When the periodic work with the providers has last gone through; null: not yet. */
  readonly checked_at: string | null;
  /** The work that fails, by its name. */
  readonly failing: readonly string[];
  readonly fence: SiteFence | null;
  /** VMs and volumes first, a hundred at most, as far as they may be shown to the organization that asks. */
  readonly unknown: readonly UnknownResource[];
  /** How many there are, also where fewer are listed. */
  readonly unknown_count: number;
}
