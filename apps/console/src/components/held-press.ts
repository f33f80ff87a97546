import { type PointerEvent, useRef } from "react";

/** How far a pointer may move between press and release and still mean the button that it pressed. */
const SLIP_PX = 8;

/**
 * The handlers of a button that counts a press although it moved before the release, because something above it has
 * loaded. Without them the click is that of the nearest element around both places (UI Events, "click"), so nothing
 * happens. With a captured pointer it is that of the button (Pointer Events 3, "click").
 */
export function useHeldPress() {
  const pressed = useRef({ x: 0, y: 0 });
  return {
    onPointerDown: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
      pressed.current = { x: clientX, y: clientY };
      currentTarget.setPointerCapture(pointerId);
    },
    // Who draws the pointer away takes the press back.
    onPointerMove: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
      const slip = Math.hypot(clientX - pressed.current.x, clientY - pressed.current.y);
      if (slip > SLIP_PX && currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
    },
  };
}
