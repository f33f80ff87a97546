"use client";

import type { ComponentProps, MouseEvent } from "react";

/**
 * A link within the page: it only changes the address, so that the back button works, and it can be opened in another
 * tab.
 */
export function AddressLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    window.history.pushState(null, "", href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
