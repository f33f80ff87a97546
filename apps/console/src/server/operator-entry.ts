import "server-only";
import { headers } from "next/headers";
import { DomainError } from "./domain.ts";
import { requestContext } from "./request-context.ts";
import { services } from "./services.ts";

/** Why the signed-in person may not see the pages of operators: the code and the sentence. Null if they may. */
export async function operatorRefusal(): Promise<{ readonly code: string; readonly detail: string } | null> {
  const context = await requestContext(await headers(), new AbortController().signal);
  try {
    await services().router.createCaller(context).operator.self();
    return null;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof DomainError) || cause.kind !== "forbidden") throw error;
    return { code: cause.code, detail: cause.message };
  }
}
