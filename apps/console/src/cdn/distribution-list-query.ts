import { CDN_DISTRIBUTION_STATUSES } from "@fulmar/contract/cdn";

/** What the list of distributions can be narrowed by. No list shows what is deleted. */
export const DISTRIBUTION_LIST = {
  filters: { status: CDN_DISTRIBUTION_STATUSES.filter((status) => status !== "deleted") },
  sorts: [],
} as const;
