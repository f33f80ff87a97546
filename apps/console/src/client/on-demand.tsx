"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { notify } from "@/components/toast-store.ts";

const AGAIN_MS = 2_000;

/**
 * A component that comes when it is shown first, so that a page is there without it. Where it cannot be had, as without
 * a connection, that is said, the page stays as it is, and it is asked for until it comes; `next/dynamic` would put an
 * error in place of the page, for good.
 * @param waiting in its place until then
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let here: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: it is called at module level only, as React's own lazy is
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState(() => here);
    useEffect(() => {
      if (here !== undefined) return setLoaded(() => here);
      let wanted = true;
      let timer: number | undefined;
      const ask = (again: boolean) => {
        load().then(
          (component) => {
            here = component;
            if (wanted) setLoaded(() => component);
          },
          () => {
            if (!wanted) return;
            if (!again)
              notify.failed(
                "A part of this page did not load",
                "It is asked for again; load the page anew if it does not come.",
              );
            timer = window.setTimeout(ask, AGAIN_MS, true);
          },
        );
      };
      ask(false);
      return () => {
        wanted = false;
        window.clearTimeout(timer);
      };
    }, []);
    return Loaded === undefined ? waiting : <Loaded {...props} />;
  };
}
