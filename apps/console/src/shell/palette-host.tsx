"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { PaletteTrigger } from "./triggers.tsx";

/** Comes when it is asked for first. */
const Palette = dynamic(async () => (await import("./palette.tsx")).Palette, { ssr: false });

/** The way to everything: a button, and Cmd-K or Ctrl-K from anywhere. */
export function PaletteHost() {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const show = (next: boolean) => {
    setAsked(true);
    setOpen(next);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setAsked(true);
      setOpen((now) => !now);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <PaletteTrigger onClick={() => show(true)} />
      {asked && <Palette open={open} onOpenChange={show} />}
    </>
  );
}
