import type { SecretStoreStatus, SecretVersionStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state. Exhaustive: a new state does not compile without an entry. */
const STORE_TONE: Readonly<Record<SecretStoreStatus, Tone>> = { active: "good", archived: "quiet", deleting: "warn" };
const VERSION_TONE: Readonly<Record<SecretVersionStatus, Tone>> = {
  enabled: "good",
  disabled: "warn",
  destroyed: "quiet",
};

/** A store that waits for its deletion can be restored and stays in this state for days, so it has no spinner. */
export function StoreStatusBadge({ status }: { status: SecretStoreStatus }) {
  return <StatusBadge tone={STORE_TONE[status]}>{status === "deleting" ? "deleted" : status}</StatusBadge>;
}

export function VersionStatusBadge({ status }: { status: SecretVersionStatus }) {
  return <StatusBadge tone={VERSION_TONE[status]}>{status}</StatusBadge>;
}
