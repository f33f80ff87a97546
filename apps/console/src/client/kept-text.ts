"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Sent in this tab when a kept text changes. Other tabs get the browser's `storage`. */
const CHANGED = "fulmar-kept-text";

/** A text that is kept in the browser under a key, and a function to keep another. Empty where there is none. */
export function useKeptText(key: string): readonly [text: string, keep: (text: string) => void] {
  const text = useSyncExternalStore(
    onChange,
    () => localStorage.getItem(key) ?? "",
    () => "",
  );
  const keep = useCallback(
    (next: string) => {
      localStorage.setItem(key, next);
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [text, keep];
}

function onChange(listener: () => void) {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}
