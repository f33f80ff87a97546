"use client";

import { type ReactNode, useId, useRef } from "react";
import { Button } from "./button.tsx";

/**
 * A button that opens a box below it. The browser closes the box on Escape and on a press outside, and puts the focus
 * back.
 * @param label the button's name for screen readers, where its content is a picture
 * @param end aligns the ends of box and button, not their beginnings
 */
export function PopoverButton({
  label,
  content,
  end = false,
  className = "",
  onOpen,
  children,
}: {
  label?: string;
  content: ReactNode;
  end?: boolean;
  className?: string;
  onOpen?: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLSpanElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const place = () => {
    if (!button.current || !popup.current) return;
    const around = button.current.getBoundingClientRect();
    const { offsetWidth } = popup.current;
    const left = end ? around.right - offsetWidth : around.left;
    popup.current.style.top = `${around.bottom + 6}px`;
    popup.current.style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
  };
  return (
    <span ref={button} className="min-w-0">
      <Button popoverTarget={id} {...(label !== undefined && { "aria-label": label })} className={className}>
        {content}
      </Button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        onToggle={(event) => {
          place();
          if (event.newState === "open") onOpen?.();
        }}
        className="fixed inset-auto m-0 max-h-[60dvh] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border
          border-line bg-raised p-3 text-ink shadow-raised"
      >
        {children}
      </div>
    </span>
  );
}
