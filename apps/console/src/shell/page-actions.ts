"use client";

import { useEffect } from "react";
import type { WorkspaceHref } from "./destinations.ts";

/** An entry that a page adds to the palette: a link or an action. */
export type PageAction = {
  readonly label: string;
  /** Why it is disabled, or null. It is listed with the reason. */
  readonly refusal?: string | null;
} & ({ readonly href: WorkspaceHref } | { readonly onSelect: () => void });

const registered = new Map<object, readonly PageAction[]>();

/** The entries of the mounted pages, read when the palette opens. */
export function currentPageActions(): readonly PageAction[] {
  return [...registered.values()].flat();
}

/** Adds a page's actions to the palette while the page is mounted. */
export function usePageActions(actions: readonly PageAction[]) {
  useEffect(() => {
    const page = {};
    registered.set(page, actions);
    return () => {
      registered.delete(page);
    };
  }, [actions]);
}
