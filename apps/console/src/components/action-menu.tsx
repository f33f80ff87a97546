"use client";

import { Ellipsis } from "lucide-react";
import { type ComponentType, useState } from "react";
import { Button } from "./button.tsx";
import { MENU_TRIGGER } from "./menu-look.ts";
import { notify } from "./toast-store.ts";

export interface MenuAction {
  readonly label: string;
  /** Why it cannot be chosen now; null when it can. It is listed all the same, with the reason below. */
  readonly refusal: string | null;
  readonly onSelect: () => void;
  /** Leads to the loss of something. */
  readonly remove?: boolean;
}

interface Actions {
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

/**
 * Actions that have no button of their own, behind one. The menu comes when the first is opened; its button stays until
 * then.
 */
export function ActionMenu({ label, actions }: Actions) {
  const [Menu, setMenu] = useState<ComponentType<Actions> | null>(null);
  if (Menu !== null) return <Menu label={label} actions={actions} />;
  const open = () =>
    import("./action-menu-popup.tsx").then(
      ({ ActionMenuPopup }) => setMenu(() => ActionMenuPopup),
      () => notify.failed("The menu did not load", "Is there a connection? Try again."),
    );
  return (
    <Button
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void open()}
      className={MENU_TRIGGER}
    >
      <Ellipsis className="size-4" aria-hidden />
    </Button>
  );
}
