"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactElement, useId } from "react";

/** A short explanation of what it surrounds, on hover and on focus, and read out by screen readers. */
export function Hint({ text, children }: { text: string; children: ReactElement<Record<string, unknown>> }) {
  const id = useId();
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} aria-describedby={id} />
      <span id={id} hidden>
        {text}
      </span>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-40">
          <Tooltip.Popup className="max-w-72 rounded-md bg-primary px-2.5 py-1.5 text-xs text-on-primary shadow-raised transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
