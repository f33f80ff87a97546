import { StatusBadge } from "@/components/status-badge.tsx";
import type { Time } from "./hours.ts";

/** Whether something holds now, did before, or will. */
export function TimeBadge({ time }: { time: Time }) {
  return <StatusBadge tone={time === "present" ? "good" : "quiet"}>{time}</StatusBadge>;
}
