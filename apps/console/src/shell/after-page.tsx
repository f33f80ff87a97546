"use client";

import { usePathname } from "next/navigation";
import { type ComponentType, type MouseEventHandler, useEffect, useRef, useState } from "react";

/**
 * Moves the focus to the beginning of the new page after a navigation, if it was outside the page's content or its
 * element is gone. A clicked tab keeps the focus. The browser's own announcer reads the page's title.
 */
export function AfterNavigation() {
  const path = usePathname();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const main = document.getElementById("content");
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [path]);
  return null;
}

/**
 * Loads a menu after the page and renders its button until then. If the button is clicked before the menu has loaded,
 * the menu opens when it does.
 */
export function afterPage<Props extends object = Record<never, never>>(
  load: () => Promise<ComponentType<Props & { defaultOpen: boolean }>>,
  Trigger: ComponentType<{ onClick: MouseEventHandler }>,
) {
  return function AfterPage(props: Props) {
    const [Menu, setMenu] = useState<ComponentType<Props & { defaultOpen: boolean }> | null>(null);
    const [pressed, setPressed] = useState(false);
    useEffect(() => {
      void load().then((loaded) => setMenu(() => loaded));
    }, []);
    return Menu === null ? <Trigger onClick={() => setPressed(true)} /> : <Menu {...props} defaultOpen={pressed} />;
  };
}
