"use client";

import { useEffect } from "react";

/** Names the page in the browser's tab and history, and for screen readers, by what is on it: `web-1 · Cloud VMs · Fulmar`. */
export function DocumentTitle({ parts }: { parts: readonly string[] }) {
  const title = [...parts, "Fulmar"].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
