import type { Configuration } from "@fulmar/config";
import { ChangeFeed, type Core, type Logger } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { accountRouter } from "./account.ts";
import { apiTokenRouter } from "./api-token.ts";
import { invitationRouter } from "./invitation.ts";
import { liveRouter } from "./live.ts";
import { memberRouter } from "./member.ts";
import { organizationRouter } from "./organization.ts";
import { organizationEventRouter } from "./organization-event.ts";
import { projectCatalog } from "./project.ts";
import { sessionRouter } from "./session.ts";
import { siteHealthRouter } from "./site-health.ts";
import { trpc } from "./trpc.ts";
import { activityRouter, overviewRouter, searchRouter } from "./visit.ts";
import { walletRouter } from "./wallet.ts";
import { workspaceRouter } from "./workspace.ts";
import { workspaceOperationRouter } from "./workspace-operation.ts";

interface Services extends Pick<Configuration, "environment"> {
  readonly core: Pick<Core, "enter" | "execute">;
  readonly database: Database;
  readonly logger: Logger;
  /** Aborted when the process is to end: streams end then, and are taken up again elsewhere. */
  readonly draining: AbortSignal;
}

/**
 * The procedures of the console: every operation of the public API, from the same declaration, and what only people do.
 */
export function createRouter(services: Services) {
  const { database, draining } = services;
  const own = trpc.router({
    session: sessionRouter(database),
    account: accountRouter(database),
    organization: organizationRouter(database),
    organizationEvent: organizationEventRouter(database),
    workspace: workspaceRouter(database),
    member: memberRouter(database),
    invitation: invitationRouter(database),
    siteHealth: siteHealthRouter(database),
    apiToken: apiTokenRouter(services),
    wallet: walletRouter(database),
    workspaceOperation: workspaceOperationRouter(services),
    activity: activityRouter(database),
    search: searchRouter(database),
    overview: overviewRouter(database),
    live: liveRouter({ database, draining, changeFeed: new ChangeFeed(database, services.logger) }),
  });
  return trpc.mergeRouters(projectCatalog(services.core), own);
}

export type AppRouter = ReturnType<typeof createRouter>;
