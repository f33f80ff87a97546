import type { ApprovalStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

const LOOK: Readonly<Record<ApprovalStatus, readonly [tone: Tone, words: string]>> = {
  pending: ["warn", "waiting"],
  approved: ["busy", "approved"],
  rejected: ["quiet", "rejected"],
  carried_out: ["good", "carried out"],
  failed: ["bad", "failed"],
  expired: ["quiet", "expired"],
  cancelled: ["quiet", "cancelled"],
};

export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  const [tone, words] = LOOK[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

export function approvalWords(status: ApprovalStatus): string {
  return LOOK[status][1];
}
