"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * After a navigation the focus is with the new page: where it was in the frame around it, or on something that is gone,
 * it moves to the page's beginning. A tab of the page that was pressed keeps it. The browser's own announcer reads the
 * page's title.
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
