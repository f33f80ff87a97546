"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";

/** Elements in the tab order, including refused buttons. */
const CONTROLS = "input, select, textarea, button, a[href]";

/** A modal dialog. It takes the focus and returns it when it closes. */
export function Question({
  open,
  onClose,
  title,
  lead,
  wide = false,
  busy = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  lead: ReactNode;
  /** For forms with more than two fields. */
  wide?: boolean;
  /** While a request is under way, Escape does not close it. */
  busy?: boolean;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        {/* Forced, because the dialog may open on top of another one, such as an object's panel. */}
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0
            data-starting-style:opacity-0"
        />
        <AlertDialog.Popup
          ref={popup}
          initialFocus={() => firstOfUse(popup.current)}
          className={`${wide ? "max-w-2xl" : "max-w-md"} fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)]
            w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line
            bg-raised p-5 shadow-raised outline-none transition-[opacity,scale] duration-150
            data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0
            data-starting-style:opacity-0`}
        >
          <AlertDialog.Title className="font-semibold text-base [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-ink-muted">{lead}</AlertDialog.Description>
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** The initial focus: the first control, which is the default (true), or the first enabled one if that is disabled. */
function firstOfUse(popup: HTMLElement | null): HTMLElement | true {
  const controls = [...(popup?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  if (controls[0]?.ariaDisabled !== "true") return true;
  return controls.find(({ ariaDisabled }) => ariaDisabled !== "true") ?? true;
}
