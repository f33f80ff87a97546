import type { OperatorOrganization } from "@fulmar/contract";
import { StatusBadge } from "@/components/status-badge.tsx";

/** Whether an organization may buy. */
export function OrganizationState({
  organization: { suspended_at },
}: {
  organization: Pick<OperatorOrganization, "suspended_at">;
}) {
  return suspended_at === null ? (
    <StatusBadge tone="good">active</StatusBadge>
  ) : (
    <StatusBadge tone="bad">suspended</StatusBadge>
  );
}
