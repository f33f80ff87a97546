import type { OperatorHost } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

const TONE: Readonly<Record<OperatorHost["state"], Tone>> = {
  active: "good",
  cordoned: "warn",
  draining: "busy",
  drained: "quiet",
  lost: "bad",
};

/** The state that operators gave a host, and whether its server has lost it. */
export function HostState({ host }: { host: OperatorHost }) {
  const { state, status, dedicated_organization_name: whose } = host;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge tone={TONE[state]} changing={state === "draining"}>
        {state}
      </StatusBadge>
      {whose !== null && <StatusBadge tone="quiet">{`dedicated to ${whose}`}</StatusBadge>}
      {status === "offline" && <StatusBadge tone="bad">offline</StatusBadge>}
      {unfenced(host) !== null && <StatusBadge tone="bad">not fenced</StatusBadge>}
    </span>
  );
}

/** Why a lost host is not fenced, after a try: until it is, its VMs do not start elsewhere. */
export function unfenced({ state, status, fence_error }: OperatorHost): string | null {
  return state === "lost" && status === "offline" ? fence_error : null;
}

interface ShareProps {
  /** What the bar measures, for who does not see it. */
  readonly label: string;
  readonly used: number;
  readonly of: number | null;
  readonly text: (value: number) => string;
}

/** How much of what a host has is used or promised. */
export function HostShare({ label, used, of, text }: ShareProps) {
  if (of === null) return <span className="text-ink-subtle">not known</span>;
  return (
    <div className="min-w-28 py-2">
      <div className="whitespace-nowrap tabular-nums">
        {text(used)}
        <span className="text-ink-muted"> of {text(of)}</span>
      </div>
      <progress
        aria-label={label}
        value={Math.min(used, of)}
        max={Math.max(of, 1)}
        className="mt-1 block h-1 w-full appearance-none overflow-hidden rounded-full bg-hover
          [&::-moz-progress-bar]:bg-busy [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-busy"
      />
    </div>
  );
}
