// Without schemas, so that importers of these limits do not load zod.

/** The longest name and the longest search text. */
export const LONGEST_NAME = 63;
export const LONGEST_TAG = 128;

/** The orders of a sortable list: by age or by case-insensitive name. `-` reverses the order. */
export const LIST_SORTS = ["created_at", "-created_at", "name", "-name"] as const;

/** The orders of lists of resources that are at sites. */
export const SITE_SORTS = [...LIST_SORTS, "site_id", "-site_id"] as const;

/** The orders of lists of VMs. */
export const VM_SORTS = [
  ...SITE_SORTS,
  "os_distro",
  "-os_distro",
  "plan_id",
  "-plan_id",
  "monthly_price",
  "-monthly_price",
] as const;

/** The orders of the list of volumes. */
export const VOLUME_SORTS = [...SITE_SORTS, "size_gb", "-size_gb", "monthly_price", "-monthly_price"] as const;

/** Thirty days: the longest time for which a workspace keeps what is deleted. */
export const LONGEST_DELETION_WINDOW_HOURS = 720;
