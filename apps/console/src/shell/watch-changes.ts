import type { ChangeNews } from "@fulmar/contract";

/** The callbacks of a watcher. */
interface Watcher {
  onNews(news: ChangeNews): void;
  onLost(): void;
}

const FIRST_RETRY_MS = 1_000;
const MOST_RETRY_MS = 30_000;
/** The server sends a ping every five seconds. */
const SILENCE_MS = 15_000;
/** Silence is checked this often, by wall-clock time: timers pause while a page is frozen or the laptop sleeps. */
const LOOK_EVERY_MS = 2_000;
/** Browsers open at most six connections per server, so hidden pages close theirs. */
const HIDDEN_MS = 30_000;

/**
 * Watches the changes of a workspace through the subscription `live.changes`. A broken stream resumes where it stopped,
 * even after the laptop slept. tRPC's subscription link lacks this: it measures silence with a timer, which pauses
 * during sleep, it hides its pings, it does not reopen a stream that the server ended normally, and it reconnects at
 * once, together with all other clients.
 * @returns stops watching
 */
export function watchChanges(workspaceId: string, watcher: Watcher): () => void {
  let lastEventId: string | undefined;
  let stream: EventSource | undefined;
  let failures = 0;
  let retry: number | undefined;
  let lastMessageAt = Date.now();
  let hidden: number | undefined;

  const close = () => {
    window.clearTimeout(retry);
    stream?.close();
    stream = undefined;
  };
  const lose = () => {
    close();
    watcher.onLost();
    failures += 1;
    // Randomized, so that clients do not all reconnect at once when the server returns.
    retry = window.setTimeout(
      open,
      Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MOST_RETRY_MS) * (0.5 + Math.random() / 2),
    );
  };
  const noteMessage = () => {
    lastMessageAt = Date.now();
  };
  const open = () => {
    close();
    noteMessage();
    stream = new EventSource(addressOf(workspaceId, lastEventId));
    stream.onmessage = (event: MessageEvent<string>) => {
      noteMessage();
      failures = 0;
      lastEventId = event.lastEventId;
      const news: ChangeNews = JSON.parse(event.data);
      watcher.onNews(news);
    };
    stream.addEventListener("ping", noteMessage);
    // The stream ends normally when the server stops, and with a refusal when the user may no longer read. Reconnecting
    // tells which.
    for (const end of ["error", "return", "serialized-error"]) stream.addEventListener(end, lose);
  };
  const onVisibility = () => {
    window.clearTimeout(hidden);
    if (document.hidden) hidden = window.setTimeout(close, HIDDEN_MS);
    else if (stream === undefined) open();
  };

  open();
  const look = window.setInterval(() => {
    if (stream !== undefined && Date.now() - lastMessageAt > SILENCE_MS) lose();
  }, LOOK_EVERY_MS);
  window.addEventListener("online", open);
  window.addEventListener("offline", lose);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    close();
    window.clearInterval(look);
    window.clearTimeout(hidden);
    window.removeEventListener("online", open);
    window.removeEventListener("offline", lose);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

function addressOf(workspaceId: string, lastEventId: string | undefined): string {
  const input = { workspace_id: workspaceId, ...(lastEventId !== undefined && { lastEventId }) };
  return `/api/trpc/live.changes?input=${encodeURIComponent(JSON.stringify(input))}`;
}
