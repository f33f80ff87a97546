import type { OperatorOrganization } from "@fulmar/contract";
import { StatusBadge } from "@/components/status-badge.tsx";

/** Who or what suspended an organization, in few words. */
const SUSPENDED_FOR = {
  operator: "suspended by an operator",
  metering: "suspended: no funds",
  dunning: "suspended: unpaid invoice",
} as const satisfies Readonly<Record<NonNullable<OperatorOrganization["suspended_by"]>, string>>;

/** Whether an organization may buy. */
export function OrganizationState({
  organization: { suspended_by },
}: {
  organization: Pick<OperatorOrganization, "suspended_by">;
}) {
  return suspended_by === null ? (
    <StatusBadge tone="good">active</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{SUSPENDED_FOR[suspended_by]}</StatusBadge>
  );
}
