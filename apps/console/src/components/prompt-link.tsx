"use client";

import Link, { type LinkProps } from "next/link";
import { useEffect, useState } from "react";

/** Longer than a pointer takes to cross a link. */
const MEANT_MS = 60;

/**
 * A link that prefetches its page and the page's data after it was hovered or focused for a moment. The page then
 * appears at once when the link is clicked, and a list of links costs nothing.
 */
export function PromptLink<Route>(props: LinkProps<Route>) {
  const [here, setHere] = useState(false);
  const [meant, setMeant] = useState(false);
  useEffect(() => {
    if (!here || meant) return;
    const timer = window.setTimeout(setMeant, MEANT_MS, true);
    return () => window.clearTimeout(timer);
  }, [here, meant]);
  const come = () => setHere(true);
  const go = () => setHere(false);
  return <Link {...props} prefetch={meant} onPointerEnter={come} onPointerLeave={go} onFocus={come} onBlur={go} />;
}
