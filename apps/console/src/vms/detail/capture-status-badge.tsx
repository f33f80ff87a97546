import type { CaptureStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state of a snapshot or a backup. Exhaustive: a new state does not compile without an entry. */
const TONE: Readonly<Record<CaptureStatus, Tone>> = {
  queued: "busy",
  running: "busy",
  succeeded: "good",
  failed: "bad",
  cancelled: "quiet",
};

export function CaptureStatusBadge({ status }: { status: CaptureStatus }) {
  return (
    <StatusBadge tone={TONE[status]} changing={isUnderWay(status)}>
      {status}
    </StatusBadge>
  );
}

export function isUnderWay(status: CaptureStatus): boolean {
  return status === "queued" || status === "running";
}

/** Why a recovery point in this state cannot be restored, or null if it can be. */
export function restoreRefusal(status: CaptureStatus, point: "snapshot" | "backup"): string | null {
  if (status === "succeeded") return null;
  return isUnderWay(status)
    ? `The ${point} is being taken; wait until it has finished.`
    : `The ${point} failed, so there is nothing to restore.`;
}
