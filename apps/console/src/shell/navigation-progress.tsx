"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { notify } from "@/components/toast-store.ts";

/** A click that opened no page, such as one that its own handler took, must not leave the bar. */
const GIVEN_UP_AFTER_MS = 15_000;

/**
 * A bar at the top while a page that was clicked is loading. Offline, a click says so and the page stays: the router
 * would leave the application for the browser's own error page.
 */
export function NavigationProgress() {
  const shown = `${usePathname()}?${useSearchParams()}`;
  // The page of the last click. A bar is shown as long as that is still the page.
  const [clickedOn, setClickedOn] = useState<string | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (!opensPage(event)) return;
      if (navigator.onLine) return setClickedOn(shown);
      event.preventDefault();
      event.stopPropagation();
      sayOffline();
    };
    // Before the router's own handler.
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [shown]);
  useEffect(() => {
    if (clickedOn === null) return;
    const timer = window.setTimeout(() => setClickedOn(null), GIVEN_UP_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [clickedOn]);
  if (clickedOn !== shown) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="loading-bar fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent-soft"
    >
      <div className="h-full w-1/3 bg-accent" />
    </div>
  );
}

export function sayOffline() {
  notify.failed("You are offline", "Pages open again when the connection is back.");
}

/** Whether the click opens another page of the console in this tab. */
export function opensPage(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || link.target === "_blank" || link.hasAttribute("download")) return false;
  const to = new URL(link.href);
  return to.origin === location.origin && to.pathname + to.search !== location.pathname + location.search;
}
