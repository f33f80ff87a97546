import type { ReactNode } from "react";

export interface Message {
  readonly id: number;
  /** "begun" means that work continues. Its end is announced by a separate message. */
  readonly kind: "begun" | "done" | "failed";
  readonly title: string;
  readonly description: ReactNode;
  /** The id of the resource that the work is about. */
  readonly about: string | undefined;
}

/** Errors stay longer because they say what to do. */
const STAYS_MS = { begun: 5_000, done: 5_000, failed: 12_000 } as const satisfies Record<Message["kind"], number>;
const SHOWN_AT_MOST = 4;

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Message[]) {
  messages = next;
  for (const listener of listeners) listener();
}

function show(kind: Message["kind"], title: string, description: ReactNode, about?: string) {
  lastId += 1;
  const message = { id: lastId, kind, title, description, about };
  change([...messages, message].slice(-SHOWN_AT_MOST));
  window.setTimeout(() => dismiss(message.id), STAYS_MS[kind]);
}

/** Shows messages that stay visible across pages. */
export const notify = {
  /** @param about the resource whose operation's end takes the message away */
  begun: (title: string, description?: ReactNode, about?: string) => show("begun", title, description, about),
  done: (title: string, description?: ReactNode) => show("done", title, description),
  failed: (title: string, description?: ReactNode) => show("failed", title, description),
};

export function dismiss(id: number) {
  change(messages.filter((message) => message.id !== id));
}

/** Takes away the messages that say that work on these resources continues. */
export function dismissBegun(resourceIds: readonly string[]) {
  change(messages.filter(({ kind, about }) => kind !== "begun" || about === undefined || !resourceIds.includes(about)));
}

export const currentMessages = () => messages;

/** @returns unsubscribes the listener */
export function onMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
