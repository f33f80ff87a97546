import type { Database } from "@fulmar/prisma";
import type { Logger } from "./logger.ts";

/**
 * The NOTIFY channel that wakes workers. The accepting transaction inserts the operation and notifies. The payload is
 * the operation's id or empty.
 */
export const OPERATION_CHANNEL = "fulmar_operation";

const RECONNECT_MS = 1_000;

/**
 * Listens on a channel with one connection of the pool until the signal aborts. A lost connection is replaced.
 * Notifications in between are missed, so the caller also polls.
 * @param heard receives the payload of each notification, and "" after each connection
 */
export async function listen(
  database: Database,
  channel: string,
  heard: (payload: string) => void,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(database, channel, heard, signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, "the notification connection was lost and is opened again");
      await pause(RECONNECT_MS, signal);
    }
  }
}

async function listenOnce(
  database: Database,
  channel: string,
  heard: (payload: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = await database.pool.connect();
  const ended = Promise.withResolvers<Error | undefined>();
  const onAbort = () => ended.resolve(undefined);
  client.on("notification", (message) => heard(message.payload ?? ""));
  client.on("error", ended.resolve);
  client.on("end", () => ended.resolve(new Error("The server closed the notification connection.")));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await client.query(`LISTEN ${channel}`);
    heard("");
    const error = signal.aborted ? undefined : await ended.promise;
    if (error !== undefined) throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    // The connection is destroyed, not returned, because other users must not inherit its LISTEN.
    client.release(true);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      resolve();
    },
    { once: true },
  );
  return promise;
}
