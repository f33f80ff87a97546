import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/**
 * The result of a status code by class. 402, 403 and 409 have their own words because users ask about them. Who only
 * asked for a plan has changed nothing.
 */
export function AuditResult({ status, planned }: { status: number; planned: boolean }) {
  const [tone, words] = REFUSED[status] ?? (status < 300 ? (["good", "done"] as const) : (["bad", "failed"] as const));
  if (!planned) return <StatusBadge tone={tone}>{`${words} · ${status}`}</StatusBadge>;
  return <StatusBadge tone="quiet">{status < 300 ? "planned only" : `planned: ${words} · ${status}`}</StatusBadge>;
}

const REFUSED: Readonly<Record<number, readonly [Tone, string]>> = {
  402: ["warn", "denied by billing"],
  403: ["warn", "not allowed"],
  409: ["warn", "not in this state"],
};
