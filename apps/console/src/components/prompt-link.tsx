"use client";

import Link, { type LinkProps } from "next/link";
import { useEffect, useState } from "react";

/** Longer than a pointer is over what it only crosses. */
const MEANT_MS = 60;

/**
 * A link that fetches its page, with what is on it, as soon as it is meant: when it has been pointed at, or has had the
 * focus, for a moment. So the page is there when the link is pressed, and a list of links costs nothing.
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
