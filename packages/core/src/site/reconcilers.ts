import { guardSites } from "./fence/guard-sites.ts";
import { followSites } from "./follow-sites.ts";
import { inspectSites } from "./inspect-sites.ts";
import { findUnknownResources } from "./unknown/find-unknown-resources.ts";

/** The periodic jobs about sites. */
export const siteReconcilers = [guardSites, inspectSites, followSites, findUnknownResources] as const;
