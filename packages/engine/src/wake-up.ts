import type { Database } from "@fulmar/prisma";
import type { Logger } from "./logger.ts";

/**
 * The NOTIFY channel that wakes workers. The accepting transaction inserts the operation and notifies. The payload is
 * the operation's id or empty.
 */
export const OPERATION_CHANNEL = "fulmar_operation";

/**
 * Listens on a channel until the signal aborts. A lost connection is replaced. Notifications in between are missed, so
 * the caller also polls.
 * @param heard receives the payload of each notification, and "" after each connection
 */
export function listen(
  database: Pick<Database, "listen">,
  channel: string,
  heard: (payload: string) => void,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const lost = (error: Error) =>
    logger.warn({ err: error }, "the notification connection was lost and is opened again");
  return database.listen(channel, heard, lost, signal);
}
