import "server-only";
import type { FoundResource } from "@fulmar/contract";
import { headers } from "next/headers";
import { isDomainError } from "./answer.ts";
import { requestContext } from "./request-context.ts";
import { services } from "./services.ts";

/** The resource of a workspace that has this id; null when there is none that the signed-in person may see. */
export async function locateResource(workspaceId: string, id: string): Promise<FoundResource | null> {
  const caller = services().router.createCaller(await requestContext(await headers(), new AbortController().signal));
  try {
    return await caller.search.locate({ workspace_id: workspaceId, id });
  } catch (error) {
    // What cannot be an id, for it is too long or no text, is no resource's.
    const refusal = error instanceof Error ? error.cause : undefined;
    if (isDomainError(refusal) && refusal.kind === "invalid_request") return null;
    throw error;
  }
}
