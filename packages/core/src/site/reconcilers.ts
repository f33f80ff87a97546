import { findUnknownResources } from "./find-unknown-resources.ts";
import { followSites } from "./follow-sites.ts";
import { guardSites } from "./guard-sites.ts";
import { inspectSites } from "./inspect-sites.ts";

/** The periodic jobs about sites. */
export const siteReconcilers = [guardSites, inspectSites, followSites, findUnknownResources] as const;
