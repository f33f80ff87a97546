"use client";

import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { Button } from "@/components/button.tsx";
import { useVm } from "../vm-place.tsx";
import { openViewer, type Viewer } from "./open-viewer.ts";

type State = { readonly is: "opening" | "open" } | { readonly is: "ended"; readonly why: string };

/** One screen of the VM, from its opening to its end. */
export function ScreenView({ refusal, onOpenAgain }: { refusal: string | null; onOpenAgain: () => void }) {
  const { vm, procedures, target } = useVm();
  const place = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const after = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<State>({ is: "opening" });
  const { mutateAsync: ticket } = useMutation(procedures.vm.createTerminal.mutationOptions());
  const begin = useRef(() => ticket({ ...target, screen: true }));
  useEffect(() => {
    let gone = false;
    begin
      .current()
      .then((given) => {
        if (gone || place.current === null) return;
        viewer.current = openViewer(place.current, given, {
          onOpened: () => setState({ is: "open" }),
          onEnded: (why) => setState({ is: "ended", why }),
        });
        viewer.current.focus();
      })
      .catch((error: unknown) => setState({ is: "ended", why: problemOf(error).detail }));
    return () => {
      gone = true;
      viewer.current?.close();
    };
  }, []);
  /** The VM gets every key, so that one of them leads back to the page. */
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "F6" || !event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    viewer.current?.leave();
    after.current?.focus();
  };
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-ink-muted">
          {state.is === "opening" && `Opening the screen of ${vm.name}…`}
          {state.is === "open" && `Connected to the screen of ${vm.name}`}
          {state.is === "ended" && state.why}
        </p>
        <div className="ml-auto flex gap-2">
          {state.is === "open" && (
            <Button ref={after} onClick={() => viewer.current?.sendCtrlAltDel()}>
              Send Ctrl+Alt+Del
            </Button>
          )}
          {state.is === "ended" && (
            <Button refusal={refusal} onClick={onOpenAgain}>
              Open again
            </Button>
          )}
        </div>
      </div>
      <section
        aria-label="Screen"
        onKeyDownCapture={leave}
        className="h-[32rem] overflow-hidden rounded-lg border border-line bg-surface p-3 shadow-card"
      >
        <div ref={place} className="h-full" />
      </section>
      <p className="mt-2 text-ink-muted text-sm">
        Keys go to the VM while its screen has the focus. Ctrl+F6 gives them back to this page.
      </p>
    </>
  );
}
