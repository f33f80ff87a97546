"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { PaletteTrigger } from "./triggers.tsx";

const Palette = onDemand(async () => (await import("./palette.tsx")).Palette);

/** The palette's button and shortcut, Cmd-K or Ctrl-K. */
export function PaletteHost() {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  /** The element that had the focus before, which gets it back. */
  const before = useRef<HTMLElement | null>(null);
  const show = useCallback(() => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setAsked(true);
    setOpen(true);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (open) setOpen(false);
      else show();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open, show]);
  return (
    <>
      <PaletteTrigger onClick={show} />
      {asked && <Palette open={open} onOpenChange={setOpen} finalFocus={before} />}
    </>
  );
}
