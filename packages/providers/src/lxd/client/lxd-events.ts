import { WebSocket } from "undici";
import { z } from "zod";
import type { LxdClient } from "./lxd-client.ts";
import { unreachable } from "./lxd-refusal.ts";

/** An event of the server: `action`, such as `instance-stopped`, and the URL of the object in `source`. */
const LxdEvent = z.object({
  type: z.literal("lifecycle"),
  metadata: z.object({ action: z.string(), source: z.string() }),
});
type LxdEvent = z.infer<typeof LxdEvent>;

/** Messages that are not JSON or not such events are ignored. */
const Message = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "is no JSON" });
      return z.NEVER;
    }
  })
  .pipe(LxdEvent);

/**
 * Follows the lifecycle events of a project until the signal is aborted.
 * @throws ProviderError, retryable, when the connection cannot be made or breaks
 */
export async function followEvents(
  { connection, project }: LxdClient,
  onEvent: (event: LxdEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const url = `${connection.origin.replace(/^http/, "ws")}/1.0/events?${new URLSearchParams({ project, type: "lifecycle" })}`;
  const socket = new WebSocket(url, { dispatcher: connection.dispatcher });
  const ended = Promise.withResolvers<void>();
  const stop = () => {
    socket.close();
    ended.resolve();
  };
  signal.addEventListener("abort", stop, { once: true });
  socket.addEventListener("message", ({ data }) => {
    const event = Message.safeParse(data);
    if (event.success) onEvent(event.data);
  });
  socket.addEventListener("error", ({ error }) => ended.reject(unreachable(error)));
  socket.addEventListener("close", () =>
    ended.reject(unreachable(new Error("the server closed the stream of events"))),
  );
  try {
    await ended.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    socket.close();
  }
}
