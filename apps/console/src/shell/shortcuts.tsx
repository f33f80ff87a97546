"use client";

import { useEffect, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";

const ShortcutList = onDemand(async () => (await import("./shortcut-list.tsx")).ShortcutList);

/** Shows the keyboard shortcuts when the user types `?` outside of a field. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return open && <ShortcutList onClose={() => setOpen(false)} />;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
