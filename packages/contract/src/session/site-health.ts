/** How the work with a site's provider goes: `down` says that nobody does it, or that the site does not answer; `failing` that it ends in errors. */
export type SiteState = "healthy" | "failing" | "down";

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
}
