"use client";

import { Fragment, type ReactNode, useState } from "react";
import { ActionMenu } from "./action-menu.tsx";
import type { DialogState } from "./dialog-button.tsx";
import type { MenuAction } from "./menu-look.ts";

/** An item of a row's menu: it acts at once, or it opens a dialog. */
export type RowAction =
  | MenuAction
  | (Omit<MenuAction, "onSelect"> & { readonly dialog: (state: DialogState) => ReactNode });

/**
 * The menu with the actions on a row of a table, or the rarer ones of a page. What removes a row is always here, never a
 * button of its own: red buttons row after row would be all that one sees.
 * @param name of the row, for screen readers
 */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [asked, setAsked] = useState<{ readonly label: string; readonly times: number } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (label: string) => {
    // A new dialog each time, so that no state of the previous one remains.
    setAsked((last) => ({ label, times: (last?.times ?? 0) + 1 }));
    setOpen(true);
  };
  const items = actions.map((action) =>
    "dialog" in action
      ? {
          label: action.label,
          refusal: action.refusal,
          remove: action.remove ?? false,
          onSelect: () => ask(action.label),
        }
      : action,
  );
  const chosen = actions.find(({ label }) => label === asked?.label);
  return (
    <div className="flex justify-end">
      <ActionMenu label={`Actions for ${name}`} actions={items} />
      {asked !== null && chosen !== undefined && "dialog" in chosen && (
        <Fragment key={asked.times}>{chosen.dialog({ open, onClose: () => setOpen(false) })}</Fragment>
      )}
    </div>
  );
}
