"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "./button.tsx";
import { MENU_TRIGGER } from "./menu-look.ts";

/** Comes when the first menu is opened. */
const ActionMenuPopup = dynamic(async () => (await import("./action-menu-popup.tsx")).ActionMenuPopup, { ssr: false });

export interface MenuAction {
  readonly label: string;
  /** Why it cannot be chosen now; null when it can. It is listed all the same, with the reason below. */
  readonly refusal: string | null;
  readonly onSelect: () => void;
  /** Leads to the loss of something. */
  readonly remove?: boolean;
}

/** Actions that have no button of their own, behind one. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const [asked, setAsked] = useState(false);
  if (asked) return <ActionMenuPopup label={label} actions={actions} />;
  return (
    <Button aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} className={MENU_TRIGGER}>
      <Ellipsis className="size-4" aria-hidden />
    </Button>
  );
}
