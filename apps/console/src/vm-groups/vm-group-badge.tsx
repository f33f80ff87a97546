import type { VmGroup } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

const TONE: Readonly<Record<VmGroup["state"], Tone>> = {
  changing: "busy",
  steady: "good",
  stopped: "quiet",
  paused: "quiet",
  error: "bad",
};

export function VmGroupBadge({ state }: { state: VmGroup["state"] }) {
  return (
    <StatusBadge tone={TONE[state]} changing={state === "changing"}>
      {state}
    </StatusBadge>
  );
}
