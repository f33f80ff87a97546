import type { Configuration } from "@fulmar/config";
import type { Core } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { apiTokenRouter } from "./api-token.ts";
import { projectCatalog } from "./project.ts";
import { sessionRouter } from "./session.ts";
import { trpc } from "./trpc.ts";
import { walletRouter } from "./wallet.ts";

/** The procedures of the console: every operation of the public API, from the same declaration, and what only people do. */
export function createRouter(services: { core: Pick<Core, "execute">; database: Database } & Pick<Configuration, "environment">) {
  const { database } = services;
  const own = trpc.router({ session: sessionRouter(database), apiToken: apiTokenRouter(services), wallet: walletRouter(database) });
  return trpc.mergeRouters(projectCatalog(services.core), own);
}

export type AppRouter = ReturnType<typeof createRouter>;
