// The choices of decisions about sites, without zod: pages show them.
export const SITE_ACTIONS = ["adopt", "discard", "resume"] as const;
export const SITE_DECISION_STATES = ["waiting", "done", "failed"] as const;
export type SiteDecisionState = (typeof SITE_DECISION_STATES)[number];

/** The kinds of resources that a site keeps under our labels, so that it may have what the database does not know. */
export const SITE_KINDS = [
  "vm",
  "volume",
  "snapshot",
  "backup",
  "image",
  "subnet",
  "vm_network",
  "nat_gateway",
  "load_balancer",
] as const;

/** The state of the latest decision about an unknown resource. */
export const UNKNOWN_DECISIONS = ["none", ...SITE_DECISION_STATES] as const;
