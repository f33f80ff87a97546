import { ChangeFeed, type Core, type Logger } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { liveRouter } from "./live.ts";
import { projectCatalog } from "./project.ts";
import { trpc } from "./trpc.ts";

interface Services {
  readonly core: Pick<Core, "execute">;
  readonly database: Database;
  readonly logger: Logger;
  /** Aborted when the process is to end: streams end then, and are taken up again elsewhere. */
  readonly draining: AbortSignal;
}

/**
 * The procedures of the console: every operation of the catalog, from its declaration, and the stream of changes, which
 * has no answer and so is no operation.
 */
export function createRouter({ core, database, logger, draining }: Services) {
  const streams = trpc.router({
    live: liveRouter({ database, draining, changeFeed: new ChangeFeed(database, logger) }),
  });
  return trpc.mergeRouters(projectCatalog(core), streams);
}

export type AppRouter = ReturnType<typeof createRouter>;
