"use client";

import { Ellipsis } from "lucide-react";
import { type ComponentType, useState } from "react";
import { Button } from "./button.tsx";
import { MENU_TRIGGER, type MenuAction } from "./menu-look.ts";
import { notify } from "./toast-store.ts";

interface Actions {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** The button's text, if not three dots. The label begins with it. */
  readonly text?: string;
}

/** A menu for actions without their own button. The code of the menu loads when the first menu is opened. */
export function ActionMenu({ label, actions, text }: Actions) {
  const [Menu, setMenu] = useState<ComponentType<Actions> | null>(null);
  if (Menu !== null) return <Menu label={label} actions={actions} {...(text !== undefined && { text })} />;
  const open = () =>
    import("./action-menu-popup.tsx").then(
      ({ ActionMenuPopup }) => setMenu(() => ActionMenuPopup),
      () => notify.failed("The menu did not load", "Check your connection and try again."),
    );
  return (
    <Button
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void open()}
      className={MENU_TRIGGER}
    >
      {text ?? <Ellipsis className="size-4" aria-hidden />}
    </Button>
  );
}
