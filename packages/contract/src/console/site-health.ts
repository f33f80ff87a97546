import { z } from "zod";
import { SITE_KINDS } from "../operator/site-decisions.ts";
import { Timestamp } from "../values/fields.ts";

/**
 * The state of the work with a site's provider: `fenced` means that nothing changes there until an operator resumes the
 * site, `down` that no worker does the work or the site does not answer, `failing` that it ends in errors.
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
  "by_operator",
]);
export type FenceReason = z.infer<typeof FenceReason>;

/** The fence of a site. */
export const SiteFence = z.strictObject({
  /** The fenced provider, such as `simulated` or `lxd:site-ams-2`. The fence applies to every site that it drives. */
  provider: z.string(),
  reason: FenceReason,
  /** The reason, as a sentence. */
  detail: z.string(),
  since: Timestamp,
});
export type SiteFence = z.infer<typeof SiteFence>;

/** The kinds of resources that providers keep for an installation. */
export const SiteResourceKind = z.enum([...SITE_KINDS, "cdn_distribution"]);
export type SiteResourceKind = z.infer<typeof SiteResourceKind>;

/** A resource at a site that has the installation's labels and is unknown to the database. */
export const UnknownResource = z.strictObject({
  kind: SiteResourceKind,
  id: z.string(),
  name: z.string().nullable(),
  /** As text, such as `1 CPU, 1 GB RAM, 20 GB disk`. */
  size: z.string().nullable(),
  /** Null if its provider does not report it. */
  made_at: Timestamp.nullable(),
  first_seen_at: Timestamp,
  /** Whether its site record is complete enough to adopt it. */
  adoptable: z.boolean(),
});
export type UnknownResource = z.infer<typeof UnknownResource>;

/** A site, as operators see it. */
export const SiteHealth = z.strictObject({
  site_id: z.string(),
  name: z.string(),
  location: z.string(),
  /** The provider that drives it. */
  provider: z.string(),
  /** What its VMs are. Null for a simulated site, and until a worker has looked. */
  instance_type: z.enum(["container", "virtual-machine"]).nullable(),
  /** What walls its guests off less than it could, for the operator. */
  warnings: z.array(z.string()),
  state: SiteState,
  /** When the periodic work with the providers last succeeded. Null if it has not yet. */
  checked_at: Timestamp.nullable(),
  /** The names of the failing work. */
  failing: z.array(z.string()),
  fence: SiteFence.nullable(),
  /** VMs and volumes first, at most a hundred, limited to those that the caller's organization may see. */
  unknown: z.array(UnknownResource),
  /** The total number, even if fewer are listed. */
  unknown_count: z.int(),
});
export type SiteHealth = z.infer<typeof SiteHealth>;
