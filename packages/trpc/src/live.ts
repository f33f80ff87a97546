import type { ChangeNews } from "@fulmar/contract";
import { type ChangeFeed, enterWorkspace } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { type TrackedEnvelope, tracked } from "@trpc/server";
import { z } from "zod";
import type { RequestContext } from "./context.ts";
import { toProcedureError } from "./errors.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

/** A stream outlives the moment in which its reader was let in: whoever is no longer signed in, or no longer a member, is shown out. */
const CHECK_MS = 5_000;

const Watch = z.strictObject({ workspace_id: z.string().min(1).max(128), lastEventId: z.string().max(10_000).nullish() });

/** What changes in a workspace, as it changes. */
export function liveRouter({ database, changeFeed, draining }: { database: Database; changeFeed: ChangeFeed; draining: AbortSignal }) {
  return trpc.router({
    /** Goes on from `lastEventId`, with what was missed; without one, or with one too old, the first news are a reset. */
    changes: procedure.input(parsed(Watch)).subscription(async function* ({ ctx, input, signal }): AsyncGenerator<TrackedEnvelope<ChangeNews>, void> {
      const visitor = await enterWorkspace(database, ctx.credentials, input.workspace_id);
      const ended = new AbortController();
      const watching = AbortSignal.any([ended.signal, draining, ctx.signal, ...(signal ? [signal] : [])]);
      const checking = setInterval(() => void stillThere(database, ctx, input.workspace_id).catch((error) => ended.abort(error)), CHECK_MS);
      try {
        for await (const { position, ...news } of changeFeed.watch(visitor, input.lastEventId ?? undefined, watching)) yield tracked(position, news);
      } finally {
        clearInterval(checking);
      }
      if (ended.signal.aborted) throw toProcedureError(ended.signal.reason);
    }),
  });
}

async function stillThere(database: Database, ctx: RequestContext, workspaceId: string): Promise<void> {
  await enterWorkspace(database, await ctx.credentialsNow(), workspaceId);
}
