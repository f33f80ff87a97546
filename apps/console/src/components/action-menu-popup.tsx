"use client";

import { Menu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import { Button } from "./button.tsx";
import { MENU_ITEM, MENU_POPUP, MENU_TRIGGER, type MenuAction } from "./menu-look.ts";

/** The menu of `ActionMenu`, initially open. */
export function ActionMenuPopup({
  label,
  actions,
  text,
}: {
  label: string;
  actions: readonly MenuAction[];
  text?: string;
}) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        render={
          <Button aria-label={label} className={MENU_TRIGGER}>
            {text ?? <Ellipsis className="size-4" aria-hidden />}
          </Button>
        }
      />
      <Menu.Portal>
        {/* Above the dialog that the menu may be in. */}
        <Menu.Positioner align="end" sideOffset={6} className="z-50">
          <Menu.Popup className={MENU_POPUP}>
            {actions.map(({ label: action, refusal, onSelect, remove }) => (
              <Menu.Item
                key={action}
                className={`${MENU_ITEM} max-w-80 flex-col items-start gap-0 data-disabled:opacity-100`}
                disabled={refusal !== null}
                onClick={onSelect}
              >
                {/* Disabled items are dim, but their reasons have normal contrast. */}
                <span className={refusal !== null ? "text-ink-subtle" : remove ? "text-bad" : ""}>{action}</span>
                {refusal !== null && <span className="text-ink-muted text-xs">{refusal}</span>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
