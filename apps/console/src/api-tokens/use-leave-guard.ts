"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

/**
 * Asks before a page is left on which something would be lost: by a link, by the browser's back button, or (there the
 * browser asks in its own words) by a reload or by closing the tab.
 */
export function useLeaveGuard(active: boolean) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const guarding = active && !left;
  useEffect(() => {
    if (!guarding) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target === "_blank";
      if (
        link === null ||
        elsewhere ||
        link.origin !== window.location.origin ||
        link.pathname === window.location.pathname
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    window.addEventListener("beforeunload", onUnload);
    // Before React hears of it, and with it Next's own links.
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [guarding]);
  useEffect(() => {
    if (!guarding) return;
    // A second entry for this page: going back arrives here again, where it can be asked about.
    window.history.pushState(null, "", window.location.href);
    const onBack = () => {
      window.history.pushState(null, "", window.location.href);
      setTarget(BACK);
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, [guarding]);
  return {
    asked: target !== null,
    stay: () => setTarget(null),
    leave: () => {
      setLeft(true);
      setTarget(null);
      if (target === BACK) return window.history.go(-2);
      // The path is that of a link of this console.
      if (target !== null) router.push(target as never);
    },
  };
}

const BACK = "back";
