"use client";

import { CircleAlert, CircleCheck, LoaderCircle, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { currentMessages, dismiss, type Message, onMessages } from "./toast-store.ts";

const NONE: readonly Message[] = [];

/** The current messages, announced to screen readers. */
export function Toasts() {
  const messages = useSyncExternalStore(onMessages, currentMessages, () => NONE);
  return (
    <section
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--dock,0px))] z-50 sm:left-auto sm:w-96"
    >
      <ul aria-live="polite" className="flex flex-col gap-2">
        {messages.map((message) => (
          <li
            key={message.id}
            className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-raised p-3.5
              shadow-raised transition-[opacity,translate] duration-200 starting:translate-y-3 starting:opacity-0"
          >
            <Sign kind={message.kind} />
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <p className="font-medium">{message.title}</p>
              {message.description !== undefined && <p className="text-ink-muted">{message.description}</p>}
            </div>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => dismiss(message.id)}
              className="rounded p-0.5 text-ink-subtle hover:text-ink"
            >
              <X className="size-4" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sign({ kind }: Pick<Message, "kind">) {
  if (kind === "failed") return <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />;
  if (kind === "begun") return <LoaderCircle className="mt-0.5 size-4 shrink-0 text-busy" aria-hidden />;
  return <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />;
}
