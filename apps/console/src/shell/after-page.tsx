"use client";

import { type ComponentType, type MouseEventHandler, useEffect, useState } from "react";

/**
 * Loads a menu after the page and renders its button until then. If the button is clicked before the menu has loaded,
 * the menu opens when it does.
 */
export function afterPage(
  load: () => Promise<ComponentType<{ defaultOpen: boolean }>>,
  Trigger: ComponentType<{ onClick: MouseEventHandler }>,
) {
  return function AfterPage() {
    const [Menu, setMenu] = useState<ComponentType<{ defaultOpen: boolean }> | null>(null);
    const [pressed, setPressed] = useState(false);
    useEffect(() => {
      void load().then((loaded) => setMenu(() => loaded));
    }, []);
    return Menu === null ? <Trigger onClick={() => setPressed(true)} /> : <Menu defaultOpen={pressed} />;
  };
}
