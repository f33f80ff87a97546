"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the beginning of the new page after a navigation, if it was outside the page's content or its
 * element is gone. A clicked tab keeps the focus. The browser's own announcer reads the page's title.
 */
export function AfterNavigation() {
  const path = usePathname();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const main = document.getElementById("content");
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [path]);
  return null;
}
