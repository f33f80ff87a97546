"use client";

import { useEffect } from "react";
import type { WorkspaceHref } from "./destinations.ts";

/** Something that a page offers in the palette: a way to somewhere, or a deed. */
export type PageAction = {
  readonly label: string;
  /** Why it cannot be chosen now; it is listed all the same, with the reason. */
  readonly refusal?: string | null;
} & ({ readonly href: WorkspaceHref } | { readonly onSelect: () => void });

const registered = new Map<object, readonly PageAction[]>();

/** What the pages that are open offer, read when the palette opens. */
export function currentPageActions(): readonly PageAction[] {
  return [...registered.values()].flat();
}

/** Offers what a page can do in the palette, for as long as the page is there. */
export function usePageActions(actions: readonly PageAction[]) {
  useEffect(() => {
    const page = {};
    registered.set(page, actions);
    return () => {
      registered.delete(page);
    };
  }, [actions]);
}
