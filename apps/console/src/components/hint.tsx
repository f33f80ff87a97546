"use client";

import { type FocusEventHandler, type KeyboardEventHandler, type PointerEventHandler, type ReactNode, useId, useRef } from "react";

const GAP_PX = 6;

/** What ties a control to its explanation. */
interface HintAttributes {
  readonly "aria-describedby": string;
  readonly onPointerEnter: PointerEventHandler;
  readonly onPointerLeave: PointerEventHandler;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
  readonly onKeyDown: KeyboardEventHandler;
}

/**
 * A short explanation of a control, on hover and on focus, read out by screen readers, gone with Escape.
 * It is shown in the browser's top layer, so that no scrolling table cuts it off; and beside the control, not around it, so that
 * a control that has the focus keeps it while an explanation comes and goes.
 * @param children gets what the control has to carry
 */
export function Hint({ text, children }: { text: string | null; children: (attributes: HintAttributes | Record<string, never>) => ReactNode }) {
  const id = useId();
  const popup = useRef<HTMLSpanElement>(null);
  const show = ({ currentTarget }: { readonly currentTarget: Element }) => {
    if (!popup.current) return;
    popup.current.showPopover();
    const around = currentTarget.getBoundingClientRect();
    const own = popup.current.getBoundingClientRect();
    const left = Math.min(Math.max(8, around.left + around.width / 2 - own.width / 2), window.innerWidth - own.width - 8);
    const above = around.top - own.height - GAP_PX;
    popup.current.style.left = `${left}px`;
    popup.current.style.top = `${above > 8 ? above : around.bottom + GAP_PX}px`;
  };
  const hide = () => popup.current?.hidePopover();
  const attributes: HintAttributes = {
    "aria-describedby": id,
    onPointerEnter: show,
    onPointerLeave: hide,
    onFocus: show,
    onBlur: hide,
    onKeyDown: ({ key }) => key === "Escape" && hide(),
  };
  return (
    <>
      {children(text === null ? {} : attributes)}
      {text !== null && (
        <span
          ref={popup}
          id={id}
          role="tooltip"
          popover="manual"
          className="pointer-events-none fixed inset-auto m-0 max-w-72 whitespace-normal rounded-md bg-primary px-2.5 py-1.5 text-left font-normal text-on-primary text-xs shadow-raised"
        >
          {text}
        </span>
      )}
    </>
  );
}
