import type { Configuration } from "@fulmar/config";
import { ChangeFeed, type Core, type Logger } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { apiTokenRouter } from "./api-token.ts";
import { liveRouter } from "./live.ts";
import { projectCatalog } from "./project.ts";
import { sessionRouter } from "./session.ts";
import { trpc } from "./trpc.ts";
import { walletRouter } from "./wallet.ts";

interface Services extends Pick<Configuration, "environment"> {
  readonly core: Pick<Core, "execute">;
  readonly database: Database;
  readonly logger: Logger;
  /** Aborted when the process is to end: streams end then, and are taken up again elsewhere. */
  readonly draining: AbortSignal;
}

/** The procedures of the console: every operation of the public API, from the same declaration, and what only people do. */
export function createRouter(services: Services) {
  const { database, draining } = services;
  const own = trpc.router({
    session: sessionRouter(database),
    apiToken: apiTokenRouter(services),
    wallet: walletRouter(database),
    live: liveRouter({ database, draining, changeFeed: new ChangeFeed(database, services.logger) }),
  });
  return trpc.mergeRouters(projectCatalog(services.core), own);
}

export type AppRouter = ReturnType<typeof createRouter>;
