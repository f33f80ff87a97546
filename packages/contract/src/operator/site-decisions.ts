// The choices of decisions about sites, without zod: pages show them.
export const SITE_ACTIONS = [
  "adopt",
  "discard",
  "resume",
  "add",
  "renew",
  "check",
  "remove",
  "import",
  "add_host",
  "remove_host",
] as const;
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

/** Distributions are at edges and at no site. */
export const UNKNOWN_KINDS = [...SITE_KINDS, "cdn_distribution"] as const;

/** In place of a site for what is at no site: distributions. */
export const NO_SITE = "cdn";

/** What a decision is about: an unknown resource, or a machine that is not Fulmar's. */
export const DECIDED_KINDS = [...UNKNOWN_KINDS, "machine"] as const;

export const STRANGER_KINDS = ["machine", "volume"] as const;

/** The state of the latest decision about an unknown resource. */
export const UNKNOWN_DECISIONS = ["none", ...SITE_DECISION_STATES] as const;
