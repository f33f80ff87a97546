import "server-only";
import type { FoundResource } from "@fulmar/contract";
import { headers } from "next/headers";
import { requestContext } from "./request-context.ts";
import { services } from "./services.ts";

/** The resource of a workspace that has this id; null when there is none that the signed-in person may see. */
export async function locateResource(workspaceId: string, id: string): Promise<FoundResource | null> {
  const caller = services().router.createCaller(await requestContext(await headers(), new AbortController().signal));
  return caller.search.locate({ workspace_id: workspaceId, id });
}
