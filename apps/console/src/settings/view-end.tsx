import type { OperatorView } from "@fulmar/contract";
import { StatusBadge } from "@/components/status-badge.tsx";

const WORDS = {
  operator: "by the operator",
  time: "its time was over",
  lock: "the operator was locked",
  role: "the operator lost the role",
  sign_out: "the operator signed out",
  membership: "the operator became a member",
} as const satisfies Readonly<Record<NonNullable<OperatorView["ended_by"]>, string>>;

/** How an operator's view ended, or that it is open. */
export function ViewEnd({ view: { active, ended_by } }: { view: Pick<OperatorView, "active" | "ended_by"> }) {
  if (active) return <StatusBadge tone="warn">open</StatusBadge>;
  return ended_by === null ? <span className="text-ink-subtle">ended</span> : WORDS[ended_by];
}
