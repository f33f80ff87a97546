"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

const GAP_PX = 6;

/**
 * A short explanation of what it surrounds, on hover and on focus, read out by screen readers, gone with Escape.
 * It is shown in the browser's top layer, so that no scrolling table cuts it off.
 * @param children gets the attribute that ties the control to its explanation
 */
export function Hint({ text, children }: { text: string; children: (attributes: { "aria-describedby": string }) => ReactNode }) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const popup = useRef<HTMLSpanElement>(null);
  const show = () => {
    if (!anchor.current || !popup.current) return;
    popup.current.showPopover();
    const around = anchor.current.getBoundingClientRect();
    const own = popup.current.getBoundingClientRect();
    const left = Math.min(Math.max(8, around.left + around.width / 2 - own.width / 2), window.innerWidth - own.width - 8);
    const above = around.top - own.height - GAP_PX;
    popup.current.style.left = `${left}px`;
    popup.current.style.top = `${above > 8 ? above : around.bottom + GAP_PX}px`;
  };
  const hide = () => popup.current?.hidePopover();
  const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && hide();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside it
    <span
      ref={anchor}
      className="inline-flex has-[>.w-full]:flex"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      {children({ "aria-describedby": id })}
      <span
        ref={popup}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed inset-auto m-0 max-w-72 whitespace-normal rounded-md bg-primary px-2.5 py-1.5 text-left font-normal text-on-primary text-xs shadow-raised"
      >
        {text}
      </span>
    </span>
  );
}
