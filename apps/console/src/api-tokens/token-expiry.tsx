import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";

const SOON_MS = 7 * 24 * 3600 * 1000;

/** When a token expires, highlighted if that is past or soon. */
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
