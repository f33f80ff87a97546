import type { Activity, ActivityRecord, FoundResource, Overview } from "@fulmar/contract";
import {
  enterWorkspace,
  findResources,
  listActivity,
  listEnded,
  locateResource,
  nameResources,
  readOverview,
} from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const Here = z.strictObject({ workspace_id: z.string().min(1).max(128) });
const Ended = Here.extend({ operation_ids: z.array(z.string().min(1).max(128)).max(100) });
const Find = Here.extend({ text: z.string().max(128) });
const Id = z.string().min(1).max(255);
const Locate = Here.extend({ id: Id });
/** As many as the longest page of a list has. */
const Named = Here.extend({ ids: z.array(Id).max(200) });

/** What is under way in a workspace, whatever its family. */
export function activityRouter(database: Database) {
  return trpc.router({
    list: procedure
      .input(parsed(Here))
      .query(
        async ({ ctx, input }): Promise<Activity> =>
          listActivity(database, await enterWorkspace(database, ctx.credentials, input.workspace_id)),
      ),
    /** Those of the operations that have ended. */
    ended: procedure
      .input(parsed(Ended))
      .query(
        async ({ ctx, input }): Promise<ActivityRecord[]> =>
          listEnded(database, await enterWorkspace(database, ctx.credentials, input.workspace_id), input.operation_ids),
      ),
  });
}

/** Resources of a workspace by what is known of them. */
export function searchRouter(database: Database) {
  return trpc.router({
    /** Those whose name or id begins with a text. */
    find: procedure
      .input(parsed(Find))
      .query(
        async ({ ctx, input }): Promise<FoundResource[]> =>
          findResources(database, await enterWorkspace(database, ctx.credentials, input.workspace_id), input.text),
      ),
    /** The one with this id; null when there is none that the person may see. */
    locate: procedure
      .input(parsed(Locate))
      .query(
        async ({ ctx, input }): Promise<FoundResource | null> =>
          (await locateResource(
            database,
            await enterWorkspace(database, ctx.credentials, input.workspace_id),
            input.id,
          )) ?? null,
      ),
    /** Those with these ids that the person may see. */
    named: procedure
      .input(parsed(Named))
      .query(
        async ({ ctx, input }): Promise<FoundResource[]> =>
          nameResources(database, await enterWorkspace(database, ctx.credentials, input.workspace_id), input.ids),
      ),
  });
}

export function overviewRouter(database: Database) {
  return trpc.router({
    get: procedure
      .input(parsed(Here))
      .query(
        async ({ ctx, input }): Promise<Overview> =>
          readOverview(database, await enterWorkspace(database, ctx.credentials, input.workspace_id)),
      ),
  });
}
