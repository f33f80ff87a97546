"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, Copy, Download, RefreshCw, SquareTerminal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { useCopy } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useVm } from "../vm-place.tsx";
import { plainText } from "./plain-text.ts";

const FOLLOW_MS = 2_000;

/** The VM's console output, for when nobody can log in. */
export function ConsoleTab() {
  const { vm, procedures, target } = useVm();
  const [follows, setFollows] = useState(false);
  const query = useQuery({
    ...procedures.vm.consoleLog.queryOptions(target),
    placeholderData: keepPreviousData,
    // Polling stops when the site refuses or does not answer.
    refetchInterval: ({ state }) => (follows && state.error === null ? FOLLOW_MS : false),
  });
  const reading = query.isFetching && !follows;
  return (
    <Loaded query={query} skeleton={<BlockSkeleton className="h-96" />}>
      {({ log, truncated, read_at }) => {
        const text = plainText(log);
        return (
          <>
            <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button busy={reading} onClick={() => void query.refetch()}>
                {!reading && <RefreshCw className="size-4" aria-hidden />}
                Refresh
              </Button>
              <CheckOption label="Follow" checked={follows} onChange={(event) => setFollows(event.target.checked)} />
              <p className="text-ink-muted text-xs">
                Read <DateTime iso={read_at} />
                {truncated && "; the last 64 KiB"}
                {query.error !== null && "; the site did not answer since"}
              </p>
              {text !== "" && <TakeAway name={vm.name} text={text} />}
            </div>
            {text === "" ? (
              <Panel icon={<SquareTerminal className="size-5" aria-hidden />} title="Nothing on the console">
                <p>The machine's console output is shown here. Start the VM, then refresh.</p>
              </Panel>
            ) : (
              <Screen text={text} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** The log, scrolled to its end unless the user has scrolled up. */
function Screen({ text }: { text: string }) {
  const screen = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end
  useEffect(() => {
    if (screen.current !== null && atEnd.current) screen.current.scrollTop = screen.current.scrollHeight;
  }, [text]);
  return (
    <section
      ref={screen}
      aria-label="Console log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
      className="max-h-[36rem] min-h-48 overflow-auto rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <pre className="font-mono text-xs leading-5">{text}</pre>
    </section>
  );
}

function TakeAway({ name, text }: { name: string; text: string }) {
  const { copied, copy } = useCopy();
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${name.replaceAll(/[^\w.-]+/g, "-")}-console.log`;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="ml-auto flex gap-1">
      <Button look="quiet" onClick={() => copy(text)}>
        {copied ? <Check className="size-4 text-good" aria-hidden /> : <Copy className="size-4" aria-hidden />}
        {copied ? "Copied" : "Copy"}
      </Button>
      <Button look="quiet" onClick={download}>
        <Download className="size-4" aria-hidden /> Download
      </Button>
    </div>
  );
}
