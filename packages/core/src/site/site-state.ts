import type { SiteReport } from "@fulmar/providers";

/** A site, and what it says of itself. */
export interface SiteState {
  readonly siteId: string;
  readonly name: string;
  readonly report: SiteReport;
}
