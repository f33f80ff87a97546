import type { BackupCopy, BackupDestination } from "@fulmar/contract";
import { countOf } from "@/client/format.ts";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** Exhaustive: a new state does not compile without an entry. */
const TONE: Readonly<Record<BackupDestination["status"], Tone>> = { checking: "busy", ready: "good", failed: "bad" };
const COPY_TONE: Readonly<Record<BackupCopy["status"], Tone>> = {
  waiting: "busy",
  copied: "good",
  failed: "bad",
  removing: "quiet",
};

/** Whether the bucket can be used, and why not. */
export function DestinationState({ destination }: { destination: BackupDestination }) {
  const { status, error_message, unreadable_copies } = destination;
  return (
    <div className="max-w-80 space-y-1 py-2">
      <StatusBadge tone={TONE[status]} changing={status === "checking"}>
        {status}
      </StatusBadge>
      {error_message !== null && <p className="text-bad text-xs">{error_message}</p>}
      {unreadable_copies > 0 && (
        <p className="text-ink-muted text-xs">
          {`The key does not open ${countOf(unreadable_copies, "manifest")} in the bucket.`}
        </p>
      )}
    </div>
  );
}

/** Whether a copy is complete, and why not. */
export function CopyState({ copy }: { copy: BackupCopy }) {
  const { status, waiting_reason, error_message } = copy;
  return (
    <div className="max-w-80 space-y-1 py-2">
      <StatusBadge tone={COPY_TONE[status]} changing={status === "waiting" || status === "removing"}>
        {status}
      </StatusBadge>
      {waiting_reason !== null && <p className="text-ink-muted text-xs">{`It is tried again. ${waiting_reason}`}</p>}
      {error_message !== null && <p className="text-bad text-xs">{error_message}</p>}
    </div>
  );
}

/** Where the objects of a destination are: `our-backups/prod/`. */
export function placeOf({ bucket, prefix }: Pick<BackupDestination, "bucket" | "prefix">): string {
  return prefix === "" ? bucket : `${bucket}/${prefix}`;
}

/** What the retention of a destination keeps, in words. */
export function retentionOf({ keep_count, keep_days }: Pick<BackupDestination, "keep_count" | "keep_days">): string {
  const parts = [
    keep_count === null ? [] : keep_count === 1 ? "1 copy of each VM" : `${keep_count} copies of each VM`,
    keep_days === null ? [] : countOf(keep_days, "day"),
  ].flat();
  return parts.length === 0 ? "every copy" : parts.join(", ");
}
