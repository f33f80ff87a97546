import { OrganizationId, type SiteHealth } from "@fulmar/contract";
import { listSiteHealth } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import { actingMember } from "./actor.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const List = z.strictObject({ organization_id: OrganizationId });

/** What drives each site, and whether that works: of the installation, shown to the members who work with machines. */
export function siteHealthRouter(database: Database) {
  return trpc.router({
    list: procedure.input(parsed(List)).query(async ({ ctx, input }): Promise<readonly SiteHealth[]> => {
      await actingMember(database, ctx, input.organization_id, "siteHealth.list");
      return listSiteHealth(database, input.organization_id);
    }),
  });
}
