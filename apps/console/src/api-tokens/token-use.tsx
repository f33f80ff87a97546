import type { ApiTokenRecord } from "@fulmar/contract";
import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";

const DAY_MS = 24 * 3600 * 1000;

/** When and from where a token was last used. A token that was unused for a day may be unnecessary. */
export function TokenLastUse({
  token: { last_used_at, last_used_ip, created_at },
}: {
  token: Pick<ApiTokenRecord, "last_used_at" | "last_used_ip" | "created_at">;
}) {
  if (last_used_at === null) {
    return Date.now() - Date.parse(created_at) > DAY_MS ? (
      <StatusBadge tone="quiet">never used</StatusBadge>
    ) : (
      <span className="text-ink-subtle">never</span>
    );
  }
  return (
    <div className="whitespace-nowrap">
      <DateTime iso={last_used_at} />
      {last_used_ip !== null && <div className="font-mono text-ink-subtle text-xs">{last_used_ip}</div>}
    </div>
  );
}
