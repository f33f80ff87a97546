import type { ChangeNews } from "@fulmar/contract";
import { type ChangeFeed, enterWorkspace, parseBy } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { type TrackedEnvelope, tracked } from "@trpc/server";
import { z } from "zod";
import { toProcedureError } from "./errors.ts";
import { OpenStreams } from "./open-streams.ts";
import { procedure, trpc } from "./trpc.ts";

/**
 * A stream outlives the moment in which its reader was let in: whoever is no longer signed in, or no longer a member,
 * is shown out.
 */
const CHECK_MS = 5_000;

const Watch = z.strictObject({
  workspace_id: z.string().min(1).max(128),
  lastEventId: z.string().max(10_000).nullish(),
});

/** What changes in a workspace, as it changes. */
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
     * Goes on from `lastEventId`, with what was missed; without one, or with one too old, the first news are a reset.
     */
    changes: procedure
      .input((input: unknown) => parseBy(Watch, input))
      .subscription(async ({ ctx, input, signal }) => {
        const visitor = await enterWorkspace(database, ctx.credentials, input.workspace_id);
        const leaving = AbortSignal.any([draining, ctx.signal, ...(signal ? [signal] : [])]);
        const ended = streams.begin(visitor.userId);
        // Whoever has gone already may never read, and then nothing else says that the stream has ended.
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

/** A stream that ends when its reader leaves, and with the refusal when the reader may not go on reading. */
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
  // At once, and not when the next news are asked for: whoever has gone may never ask.
  ending.addEventListener("abort", stopChecking, { once: true });
  try {
    for await (const { position, ...news } of watch(ending)) yield tracked(position, news);
  } finally {
    stopChecking();
    ended();
  }
  if (refused.signal.aborted) throw toProcedureError(refused.signal.reason);
}
