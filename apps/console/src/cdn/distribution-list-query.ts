import type { CdnDistributionStatus } from "@fulmar/contract";

const STATUSES = ["deploying", "active", "disabled", "failed"] as const satisfies readonly CdnDistributionStatus[];

/** What the list of distributions can be narrowed by. */
export const DISTRIBUTION_LIST = { filters: { status: STATUSES }, sorts: [] } as const;
