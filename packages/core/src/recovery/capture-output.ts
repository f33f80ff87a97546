import type { CaptureStatus } from "@fulmar/contract";
import type { JsonValue, Outcome } from "@fulmar/engine";
import type { VolumeCopy } from "@fulmar/providers";

/** How a snapshot or a backup ends when its operation ends so. */
export const CAPTURE_STATUS: Readonly<Record<Outcome, CaptureStatus>> = {
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
  timed_out: "failed",
};

/** What a step that captures keeps: `CaptureArtifacts`. */
export function artifactsOutput(captured: readonly VolumeCopy[]): JsonValue {
  return Object.fromEntries(
    captured.map(({ volumeId, ref, sizeBytes }) => [volumeId, { ref, bytes: String(sizeBytes) }]),
  );
}
