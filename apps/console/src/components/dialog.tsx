"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";

/** What takes the focus by the tab key, refused buttons among it. */
const CONTROLS = "input, select, textarea, button, a[href]";

/** A question in front of the page: it takes the focus, and gives it back when it is answered. */
export function Question({
  open,
  onClose,
  title,
  lead,
  wide = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  lead: ReactNode;
  /** For forms with more than a field or two. */
  wide?: boolean;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        {/* Also in front of another dialog, such as an object's panel: it is no part of the question. */}
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup
          ref={popup}
          initialFocus={() => firstOfUse(popup.current)}
          className={`${wide ? "max-w-2xl" : "max-w-md"} fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-raised p-5 shadow-raised outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0`}
        >
          <AlertDialog.Title className="font-semibold text-base [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-ink-muted">{lead}</AlertDialog.Description>
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Where the focus goes: to the first control, as always (true), unless that cannot be pressed now. */
function firstOfUse(popup: HTMLElement | null): HTMLElement | true {
  const controls = [...(popup?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  if (controls[0]?.ariaDisabled !== "true") return true;
  return controls.find(({ ariaDisabled }) => ariaDisabled !== "true") ?? true;
}
