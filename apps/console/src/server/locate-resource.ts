import "server-only";
import type { FoundResource } from "@fulmar/contract";
import { headers } from "next/headers";
import { DomainError } from "./domain.ts";
import { requestContext } from "./request-context.ts";
import { services } from "./services.ts";

/** Finds a resource of the workspace by id. Returns null if there is none that the user may see. */
export async function locateResource(workspaceId: string, id: string): Promise<FoundResource | null> {
  const caller = services().router.createCaller(await requestContext(await headers(), new AbortController().signal));
  try {
    return await caller.search.locate({ workspace_id: workspaceId, id });
  } catch (error) {
    // Text that cannot be an id (too long, or not text) matches no resource.
    const refusal = error instanceof Error ? error.cause : undefined;
    if (refusal instanceof DomainError && refusal.kind === "invalid_request") return null;
    throw error;
  }
}
