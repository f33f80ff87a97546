"use client";

import "@xterm/xterm/css/xterm.css";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { useVm } from "../vm-place.tsx";
import { openScreen, type Screen } from "./screen.ts";
import { type Connection, connectTerminal } from "./terminal-connection.ts";

type State = { readonly is: "opening" | "open" } | { readonly is: "ended"; readonly why: string };

/** One terminal, from its opening to its end. What was shown stays readable afterwards. */
export function TerminalScreen({ refusal, onOpenAgain }: { refusal: string | null; onOpenAgain: () => void }) {
  const { vm, procedures, target } = useVm();
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen | null>(null);
  const [state, setState] = useState<State>({ is: "opening" });
  const { mutateAsync: ticket } = useMutation(procedures.vm.createTerminal.mutationOptions());
  const begin = useRef(() => ticket(target));
  useEffect(() => {
    if (place.current === null) return;
    const shown = openScreen(place.current);
    screen.current = shown;
    let connection: Connection | undefined;
    let gone = false;
    begin
      .current()
      .then((given) => {
        if (gone) return;
        connection = connectTerminal(given, shown, {
          onOpened: () => setState({ is: "open" }),
          onEnded: (why) => setState({ is: "ended", why }),
        });
        shown.focus();
      })
      .catch((error: unknown) => setState({ is: "ended", why: problemOf(error).detail }));
    return () => {
      gone = true;
      connection?.close();
      shown.close();
    };
  }, []);
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-ink-muted">
          {state.is === "opening" && `Opening a terminal in ${vm.name}…`}
          {state.is === "open" && `Connected to ${vm.name}`}
          {state.is === "ended" && state.why}
        </p>
        <CheckOption
          label="Screen reader"
          onChange={(event) => screen.current?.readAloud(event.target.checked)}
          defaultChecked={false}
        />
        {state.is === "ended" && (
          <Button className="ml-auto" refusal={refusal} onClick={onOpenAgain}>
            Open again
          </Button>
        )}
      </div>
      <section
        aria-label="Terminal"
        className="h-[32rem] overflow-hidden rounded-lg border border-line bg-surface p-3 shadow-card"
      >
        <div ref={place} className="h-full" />
      </section>
    </>
  );
}
