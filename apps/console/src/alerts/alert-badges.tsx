import type { Alert, AlertRule, AlertRuleState } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { STATE_WORDS } from "./alert-words.ts";

export function AlertBadge({ alert: { status } }: { alert: Pick<Alert, "status"> }) {
  return <StatusBadge tone={status === "firing" ? "bad" : "quiet"}>{status}</StatusBadge>;
}

export function AlertRuleBadge({ rule: { enabled, firing_count } }: { rule: AlertRule }) {
  if (!enabled) return <StatusBadge tone="quiet">off</StatusBadge>;
  if (firing_count === 0) return <StatusBadge tone="good">quiet</StatusBadge>;
  return <StatusBadge tone="bad">{`${firing_count} firing`}</StatusBadge>;
}

const TONE: Readonly<Record<AlertRuleState["state"], Tone>> = { ok: "good", firing: "bad", no_data: "quiet" };

/** A condition that holds, but not long enough yet, is shown as a warning. */
export function AlertStateBadge({ state: { state, breached_since } }: { state: AlertRuleState }) {
  if (state === "ok" && breached_since !== null) return <StatusBadge tone="warn">about to fire</StatusBadge>;
  return <StatusBadge tone={TONE[state]}>{STATE_WORDS[state]}</StatusBadge>;
}
