import type { ChangeNews } from "@fulmar/contract";
import { type ChangeFeed, enterWorkspace, parseBy } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { type TrackedEnvelope, tracked } from "@trpc/server";
import { z } from "zod";
import { toProcedureError } from "./errors.ts";
import { OpenStreams } from "./open-streams.ts";
import { procedure, trpc } from "./trpc.ts";

/**
 * How often a stream checks that its reader is still signed in and still a member. If not, the stream ends with a
 * refusal.
 */
const CHECK_MS = 5_000;

const Watch = z.strictObject({
  workspace_id: z.string().min(1).max(128),
  lastEventId: z.string().max(10_000).nullish(),
});

/** Streams the changes of a workspace. */
export function liveRouter({
  database,
  changeFeed,
  draining,
}: {
  database: Database;
  changeFeed: ChangeFeed;
  draining: AbortSignal;
}) {
  const streams = new OpenStreams();
  return trpc.router({
    /**
     * Resumes after `lastEventId` with the changes missed since. Without an id, or with one that is too old, the stream
     * begins with a reset.
     */
    changes: procedure
      .input((input: unknown) => parseBy(Watch, input))
      .subscription(async ({ ctx, input, signal }) => {
        const visitor = await enterWorkspace(database, ctx.credentials, input.workspace_id);
        const leaving = AbortSignal.any([draining, ctx.signal, ...(signal ? [signal] : [])]);
        const ended = streams.begin(visitor.userId);
        // If the client has already disconnected, it may never read, so the stream's end is reported here.
        if (leaving.aborted) ended();
        else leaving.addEventListener("abort", ended, { once: true });
        const stillMayWatch = async () => enterWorkspace(database, await ctx.credentialsNow(), input.workspace_id);
        return whileAllowed(
          (ending) => changeFeed.watch(visitor, input.lastEventId ?? undefined, ending),
          stillMayWatch,
          leaving,
          ended,
        );
      }),
  });
}

/** A stream that ends when its reader disconnects, and ends with a refusal when the reader may no longer read. */
async function* whileAllowed(
  watch: (ending: AbortSignal) => ReturnType<ChangeFeed["watch"]>,
  stillMayWatch: () => Promise<unknown>,
  leaving: AbortSignal,
  ended: () => void,
): AsyncGenerator<TrackedEnvelope<ChangeNews>, void> {
  const refused = new AbortController();
  const ending = AbortSignal.any([refused.signal, leaving]);
  const checking = setInterval(() => void stillMayWatch().catch((error) => refused.abort(error)), CHECK_MS);
  const stopChecking = () => clearInterval(checking);
  // Stops the check on abort rather than on the next read: a reader that has disconnected may never read again.
  ending.addEventListener("abort", stopChecking, { once: true });
  try {
    for await (const { position, ...news } of watch(ending)) yield tracked(position, news);
  } finally {
    stopChecking();
    ended();
  }
  if (refused.signal.aborted) throw toProcedureError(refused.signal.reason);
}
