import type { ChangeNews } from "@fulmar/contract";
import type { AppRouter } from "@fulmar/trpc";
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import { problemOf } from "@/client/problem.ts";

/** What a watcher is told. */
interface Watcher {
  onNews(news: ChangeNews): void;
  onConnected(): void;
  onLost(): void;
  /** The person may not watch any more: there is no use in trying again. */
  onRefused(): void;
}

const FIRST_RETRY_MS = 1_000;
const MOST_RETRY_MS = 30_000;
/** A browser has six connections per server in all: a page that nobody looks at gives its own back. */
const HIDDEN_MS = 30_000;

const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: "/api/trpc" })] });

/**
 * Watches what changes in a workspace. A stream that breaks off is taken up where it ended, also after the laptop has slept.
 * @returns how to stop
 */
export function watchChanges(workspaceId: string, watcher: Watcher): () => void {
  let lastEventId: string | undefined;
  let stream: { unsubscribe: () => void } | undefined;
  let failures = 0;
  let timer: number | undefined;

  const close = () => {
    window.clearTimeout(timer);
    stream?.unsubscribe();
    stream = undefined;
  };
  const open = () => {
    close();
    stream = client.live.changes.subscribe(
      { workspace_id: workspaceId, ...(lastEventId !== undefined && { lastEventId }) },
      {
        onData({ id, data }) {
          lastEventId = id;
          failures = 0;
          watcher.onConnected();
          watcher.onNews(data);
        },
        // Once there has been an error, a connection that is being made is one that is made again.
        onConnectionStateChange: ({ error }) => error !== null && watcher.onLost(),
        onError: (error) => (isRefused(error) ? watcher.onRefused() : openLater()),
        onComplete: openLater,
      },
    );
  };
  const openLater = () => {
    if (stream === undefined) return;
    close();
    watcher.onLost();
    failures += 1;
    timer = window.setTimeout(open, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MOST_RETRY_MS) * (0.5 + Math.random() / 2));
  };
  const onVisibility = () => {
    if (document.hidden) timer = window.setTimeout(close, HIDDEN_MS);
    else if (stream === undefined) open();
    else window.clearTimeout(timer);
  };
  const onOffline = () => watcher.onLost();

  open();
  window.addEventListener("online", open);
  window.addEventListener("offline", onOffline);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    close();
    window.removeEventListener("online", open);
    window.removeEventListener("offline", onOffline);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

function isRefused(error: unknown): boolean {
  const { kind } = problemOf(error);
  return kind === "forbidden" || kind === "unauthenticated";
}
