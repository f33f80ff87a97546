import type { ApiTokenRecord } from "@fulmar/contract";
import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";

const SOON_MS = 7 * 24 * 3600 * 1000;

/** A token's expiry, highlighted if that is past or soon. */
export function TokenExpiry({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <span className="text-ink-subtle">never</span>;
  const leftMs = Date.parse(expiresAt) - Date.now();
  return (
    <div className="flex items-center gap-2">
      <DateTime iso={expiresAt} />
      {leftMs <= 0 ? (
        <StatusBadge tone="bad">expired</StatusBadge>
      ) : leftMs < SOON_MS ? (
        <StatusBadge tone="warn">soon</StatusBadge>
      ) : null}
    </div>
  );
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/**
 * The day on which a token created now would end, in the user's time zone. It is rendered only in the browser because
 * the server knows neither the current time there nor the time zone.
 */
export function TokenEnd({ expiresAt }: { expiresAt: string | null }) {
  return expiresAt === null ? "never" : day.format(new Date(expiresAt));
}

const DAY_MS = 24 * 3600 * 1000;

/** The last use of a token. One that was unused for a day may be unnecessary. */
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
