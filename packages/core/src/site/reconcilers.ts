import { followSites } from "./follow-sites.ts";
import { inspectSites } from "./inspect-sites.ts";

/** The periodic jobs about sites. */
export const siteReconcilers = [inspectSites, followSites] as const;
