"use client";

import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { currentLiveness, onLiveness } from "@/client/live.ts";

/** Warns that the page may be out of date. Hidden while the connection works. */
export function ConnectionSign() {
  const liveness = useSyncExternalStore(onLiveness, currentLiveness, () => "starting" as const);
  if (liveness !== "lost") return null;
  return (
    <p
      role="status"
      className="inline-flex shrink-0 items-center gap-1.5 rounded-full bg-warn-soft px-2 py-0.5 font-medium text-warn text-xs"
    >
      <WifiOff className="size-3.5" aria-hidden />
      <span className="max-sm:sr-only">Reconnecting…</span>
    </p>
  );
}
