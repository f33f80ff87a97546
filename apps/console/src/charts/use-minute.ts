"use client";

import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The current time, to the minute, because measurements are. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const clock = window.setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => window.clearInterval(clock);
  }, []);
  return nowMs;
}
