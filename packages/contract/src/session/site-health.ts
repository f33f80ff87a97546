import { z } from "zod";
import { Timestamp } from "../values/fields.ts";

/**
 * How the work with a site's provider goes: `fenced` says that nothing is changed there until an operator resumes the
 * site, `down` that nobody does the work, or that the site does not answer; `failing` that it ends in errors.
 */
export const SiteState = z.enum(["healthy", "failing", "down", "fenced"]);
export type SiteState = z.infer<typeof SiteState>;

/** Why a site is fenced. */
export const FenceReason = z.enum([
  "database_behind",
  "database_copied",
  "other_installation",
  "mark_missing",
  "site_incomplete",
  "unknown_resources",
]);
export type FenceReason = z.infer<typeof FenceReason>;

/** What keeps a site as it is. */
export const SiteFence = z.strictObject({
  /** Whose fence it is, such as `simulated` or `lxd:site-ams-2`: all sites that it drives have it. */
  provider: z.string(),
  reason: FenceReason,
  /** In a sentence. */
  detail: z.string(),
  since: Timestamp,
});
export type SiteFence = z.infer<typeof SiteFence>;

/** The kinds of resources that providers keep for an installation. */
export const SiteResourceKind = z.enum([
  "vm",
  "volume",
  "snapshot",
  "backup",
  "subnet",
  "vm_network",
  "nat_gateway",
  "load_balancer",
  "cdn_distribution",
]);
export type SiteResourceKind = z.infer<typeof SiteResourceKind>;

/** A resource at a site that bears an installation's marks, and that the database does not know. */
export const UnknownResource = z.strictObject({
  kind: SiteResourceKind,
  id: z.string(),
  name: z.string().nullable(),
  /** In words, such as `1 CPU, 1 GB RAM, 20 GB disk`. */
  size: z.string().nullable(),
  /** Null where its provider does not say. */
  made_at: Timestamp.nullable(),
  first_seen_at: Timestamp,
  /** Whether its marks say enough to make its records again. */
  adoptable: z.boolean(),
});
export type UnknownResource = z.infer<typeof UnknownResource>;

/** A site as its operator sees it. */
export const SiteHealth = z.strictObject({
  site_id: z.string(),
  name: z.string(),
  location: z.string(),
  /** The adapter that drives it. */
  provider: z.string(),
  state: SiteState,
  /** When the periodic work with the providers has last gone through; null: not yet. */
  checked_at: Timestamp.nullable(),
  /** The work that fails, by its name. */
  failing: z.array(z.string()),
  fence: SiteFence.nullable(),
  /** VMs and volumes first, a hundred at most, as far as they may be shown to the organization that asks. */
  unknown: z.array(UnknownResource),
  /** How many there are, also where fewer are listed. */
  unknown_count: z.int(),
});
export type SiteHealth = z.infer<typeof SiteHealth>;
