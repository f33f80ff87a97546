import { type OrganizationEvent, OrganizationEventQuery, type Page } from "@fulmar/contract";
import { listOrganizationEvents } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { actingMember } from "./actor.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

/** What happened in an organization outside of its workspaces: console only, for those who answer for it. */
export function organizationEventRouter(database: Database) {
  return trpc.router({
    list: procedure
      .input(parsed(OrganizationEventQuery))
      .query(async ({ ctx, input }): Promise<Page<OrganizationEvent>> => {
        await actingMember(database, ctx, input.organization_id, "organizationEvent.list");
        return listOrganizationEvents(database, input);
      }),
  });
}
