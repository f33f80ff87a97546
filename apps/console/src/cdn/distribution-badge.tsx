import type { CdnDistributionStatus } from "@fulmar/contract";
import { StatusBadge } from "@/components/status-badge.tsx";
import { DISTRIBUTION_TONE } from "./distribution-labels.ts";

export function DistributionBadge({ status }: { status: CdnDistributionStatus }) {
  return (
    <StatusBadge tone={DISTRIBUTION_TONE[status]} changing={status === "deploying"}>
      {status}
    </StatusBadge>
  );
}
