"use client";

import { useEffect, useState } from "react";
import { useKeptText } from "@/client/kept-text.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { goTo, pageKey, takesKeys } from "./shortcut-keys.ts";
import { useWorkspace } from "./workspace.tsx";

const ShortcutList = onDemand(async () => (await import("./shortcut-list.tsx")).ShortcutList);

const SHOW = "fulmar-show-shortcuts";
/** The second key of a sequence counts for so long. */
const SEQUENCE_MS = 1_500;

/** Shows the list of the keyboard shortcuts. */
export function showShortcuts() {
  window.dispatchEvent(new Event(SHOW));
}

/** The shortcuts of single keys, which can be turned off (WCAG 2.1.4), and their list. */
export function Shortcuts() {
  const { workspaceId } = useWorkspace();
  const [open, setOpen] = useState(false);
  const [state, keep] = useKeptText("fulmar.shortcuts");
  const off = state === "off";
  useEffect(() => {
    let goesUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (off || event.metaKey || event.ctrlKey || event.altKey || takesKeys(event.target)) return;
      const goes = event.timeStamp < goesUntil;
      goesUntil = event.key === "g" ? event.timeStamp + SEQUENCE_MS : 0;
      const act = event.key === "?" ? showShortcuts : goes ? () => goTo(workspaceId, event.key) : pageKey(event.key);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [off, workspaceId]);
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(SHOW, show);
    return () => window.removeEventListener(SHOW, show);
  }, []);
  return open && <ShortcutList off={off} onTurn={(on) => keep(on ? "" : "off")} onClose={() => setOpen(false)} />;
}
