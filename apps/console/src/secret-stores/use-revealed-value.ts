"use client";

import type { SecretValue } from "@fulmar/contract";
import { useCallback, useEffect, useState } from "react";

/** How long a value stays on screen. */
const SHOWN_SECONDS = 30;

/**
 * A value that is on screen for a short time: it is gone after half a minute, as soon as the tab is not the one that is
 * looked at, and with the page. It lives in this component alone, never in the cache of queries.
 */
export function useRevealedValue() {
  const [shown, setShown] = useState<SecretValue | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const hide = useCallback(() => setShown(null), []);
  const reveal = useCallback((value: SecretValue) => {
    setShown(value);
    setSecondsLeft(SHOWN_SECONDS);
  }, []);
  useEffect(() => {
    if (shown === null) return;
    const hidesAt = Date.now() + SHOWN_SECONDS * 1000;
    const tick = window.setInterval(() => {
      const left = Math.ceil((hidesAt - Date.now()) / 1000);
      if (left <= 0) hide();
      else setSecondsLeft(left);
    }, 250);
    const onVisibility = () => document.visibilityState === "hidden" && hide();
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pagehide", hide);
    return () => {
      window.clearInterval(tick);
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", hide);
    };
  }, [shown, hide]);
  return { shown, secondsLeft, reveal, hide };
}
