import type { SecretStoreStatus, SecretVersionStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state. Total: a new state does not compile until it has one. */
const STORE_TONE: Readonly<Record<SecretStoreStatus, Tone>> = { active: "good", archived: "quiet", deleting: "warn" };
const VERSION_TONE: Readonly<Record<SecretVersionStatus, Tone>> = {
  enabled: "good",
  disabled: "warn",
  destroyed: "quiet",
};

/** What waits for its deletion can be restored: it does not change by itself for days, so nothing turns. */
export function StoreStatusBadge({ status }: { status: SecretStoreStatus }) {
  return <StatusBadge tone={STORE_TONE[status]}>{status === "deleting" ? "deleted" : status}</StatusBadge>;
}

export function VersionStatusBadge({ status }: { status: SecretVersionStatus }) {
  return <StatusBadge tone={VERSION_TONE[status]}>{status}</StatusBadge>;
}
