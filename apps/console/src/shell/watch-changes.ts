import type { ChangeNews } from "@fulmar/contract";

/** What a watcher is told. */
interface Watcher {
  onNews(news: ChangeNews): void;
  onLost(): void;
}

const FIRST_RETRY_MS = 1_000;
const MOST_RETRY_MS = 30_000;
/** The server says every five seconds that it is there. */
const SILENCE_MS = 15_000;
/**
 * How often that is looked at, by the clock on the wall: timers stand still while a page is frozen or the laptop
 * sleeps, and it does not.
 */
const LOOK_EVERY_MS = 2_000;
/** A browser has six connections per server in all: a page that nobody looks at gives its own back. */
const HIDDEN_MS = 30_000;

/**
 * Watches what changes in a workspace, by the subscription `live.changes`. A stream that breaks off is taken up where
 * it ended, also after the laptop has slept. tRPC's subscription link does less: it measures silence with a timer, which
 * sleeps with the laptop, it keeps its pings to itself, a stream that the server ends in order stays ended, and who
 * connects again does so at once, together with all others.
 * @returns how to stop
 */
export function watchChanges(workspaceId: string, watcher: Watcher): () => void {
  let lastEventId: string | undefined;
  let stream: EventSource | undefined;
  let failures = 0;
  let retry: number | undefined;
  let heardAt = Date.now();
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
    // Not all at once, when the server comes back.
    retry = window.setTimeout(
      open,
      Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MOST_RETRY_MS) * (0.5 + Math.random() / 2),
    );
  };
  const hear = () => {
    heardAt = Date.now();
  };
  const open = () => {
    close();
    hear();
    stream = new EventSource(addressOf(workspaceId, lastEventId));
    stream.onmessage = (event: MessageEvent<string>) => {
      hear();
      failures = 0;
      lastEventId = event.lastEventId;
      const news: ChangeNews = JSON.parse(event.data);
      watcher.onNews(news);
    };
    stream.addEventListener("ping", hear);
    // It ends in order when the server does, and by a refusal when the reader may not go on: asking again tells which.
    for (const end of ["error", "return", "serialized-error"]) stream.addEventListener(end, lose);
  };
  const onVisibility = () => {
    window.clearTimeout(hidden);
    if (document.hidden) hidden = window.setTimeout(close, HIDDEN_MS);
    else if (stream === undefined) open();
  };

  open();
  const look = window.setInterval(() => {
    if (stream !== undefined && Date.now() - heardAt > SILENCE_MS) lose();
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
