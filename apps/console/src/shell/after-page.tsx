"use client";

import { type ComponentType, type MouseEventHandler, useEffect, useState } from "react";

/**
 * Brings a menu right after the page, with its button in its place until then. A press of the button that comes
 * before the menu is not lost: the menu comes open.
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
