"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { notify } from "@/components/toast-store.ts";

const AGAIN_MS = 2_000;

/**
 * A component whose code loads when it is first shown, so that it does not delay the page. If loading fails, as without
 * a connection, a message appears, the page stays, and loading is retried until it succeeds. `next/dynamic` would
 * replace the page with an error for good.
 * @param waiting shown until it has loaded
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let here: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called only at module level, like React.lazy
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
                "The console tries again. If it does not appear, reload the page.",
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
