import { StatusBadge } from "@/components/status-badge.tsx";

/** Public is highlighted because anyone can read the bucket. */
export function VisibilityBadge({ isPublic }: { isPublic: boolean }) {
  return <StatusBadge tone={isPublic ? "warn" : "quiet"}>{isPublic ? "public" : "private"}</StatusBadge>;
}
