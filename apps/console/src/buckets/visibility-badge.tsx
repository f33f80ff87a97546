import { StatusBadge } from "@/components/status-badge.tsx";

/** Public is what deserves attention: anybody may read it. */
export function VisibilityBadge({ isPublic }: { isPublic: boolean }) {
  return <StatusBadge tone={isPublic ? "warn" : "quiet"}>{isPublic ? "public" : "private"}</StatusBadge>;
}
