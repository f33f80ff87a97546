// Without schemas, so that pages that show them do not load zod.

/** `spread`: as few of its VMs as can be share a place. `pack`: all share one. */
export const PLACEMENT_STRATEGIES = ["spread", "pack"] as const;

/** What a place is: a host of the site, or a zone, which is what fails together, such as a rack. */
export const PLACEMENT_PLACES = ["hosts", "zones"] as const;
