import { ChangeFeed, type Core, type Logger } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { liveRouter } from "./live.ts";
import { projectCatalog, projectPlans } from "./project.ts";
import { trpc } from "./trpc.ts";

interface Services {
  readonly core: Pick<Core, "execute" | "executePlan">;
  readonly database: Database;
  readonly logger: Logger;
  /** Aborted when the process shuts down. Streams then end and clients reconnect to another process. */
  readonly draining: AbortSignal;
}

/**
 * The console's procedures: one per operation of the catalog, one below `changePlan` for what each change would do,
 * and the stream of changes, which is no operation because it has no single answer.
 */
export function createRouter({ core, database, logger, draining }: Services) {
  const streams = trpc.router({
    live: liveRouter({ database, draining, changeFeed: new ChangeFeed(database, logger) }),
  });
  return trpc.mergeRouters(projectCatalog(core), trpc.router({ changePlan: projectPlans(core) }), streams);
}

export type AppRouter = ReturnType<typeof createRouter>;
