"use client";

import type { ComponentProps, MouseEvent } from "react";

/**
 * A link within the page: it changes the address alone, so that back works, and can be opened in another tab like any
 * other.
 */
export function AddressLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    window.history.pushState(null, "", href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
