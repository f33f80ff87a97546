"use client";

import {
  type FocusEventHandler,
  type KeyboardEventHandler,
  type PointerEventHandler,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from "react";

const GAP_PX = 6;

/** The attributes that link a control to its explanation. */
interface HintAttributes {
  readonly "aria-describedby": string;
  readonly onPointerEnter: PointerEventHandler;
  readonly onPointerLeave: PointerEventHandler;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
  readonly onKeyDown: KeyboardEventHandler;
}

/**
 * A tooltip for a control, shown on hover and focus, read by screen readers and closed by Escape. It is in the
 * browser's top layer, so that scrolling tables do not clip it. It is a sibling of the control and not a wrapper, so
 * that the control keeps its focus when the tooltip mounts.
 * @param children receives the attributes for the control
 */
export function Hint({
  text,
  children,
}: {
  text: string | null;
  children: (attributes: HintAttributes | Record<string, never>) => ReactNode;
}) {
  const id = useId();
  const popup = useRef<HTMLSpanElement>(null);
  // A control that is refused while it has the focus, for example by its own click, shows the reason at once.
  useEffect(() => {
    const control = popup.current?.previousElementSibling;
    if (text !== null && popup.current && control && control === document.activeElement)
      showBeside(control, popup.current);
  }, [text]);
  const show = ({ currentTarget }: { readonly currentTarget: Element }) =>
    popup.current && showBeside(currentTarget, popup.current);
  const hide = () => popup.current?.hidePopover();
  const attributes: HintAttributes = {
    "aria-describedby": id,
    onPointerEnter: show,
    // The tooltip stays while the control has the focus.
    onPointerLeave: ({ currentTarget }) => currentTarget !== document.activeElement && hide(),
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
          className="pointer-events-none fixed inset-auto m-0 max-w-72 whitespace-normal rounded-md bg-primary px-2.5
            py-1.5 text-left font-normal text-on-primary text-xs shadow-raised"
        >
          {text}
        </span>
      )}
    </>
  );
}

function showBeside(control: Element, popup: HTMLElement) {
  popup.showPopover();
  const around = control.getBoundingClientRect();
  const own = popup.getBoundingClientRect();
  const left = Math.min(Math.max(8, around.left + around.width / 2 - own.width / 2), window.innerWidth - own.width - 8);
  const above = around.top - own.height - GAP_PX;
  popup.style.left = `${left}px`;
  popup.style.top = `${above > 8 ? above : around.bottom + GAP_PX}px`;
}
