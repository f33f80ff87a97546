import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import type { OperationId } from "@fulmar/contract";
import type { TestDatabase } from "@fulmar/testkit";
import { createCore } from "../src/index.ts";

/** Carries out operations as the console does, for a signed-in user. */
export function performAs({ url, database }: TestDatabase) {
  const configuration = loadConfiguration({ DATABASE_URL: url, FULMAR_SECRET: "0123456789abcdef0123456789abcdef" });
  const { core } = createCore({ database, configuration, logger: { error: () => undefined } });
  return async (
    id: OperationId,
    who: { readonly userId: string | undefined; readonly sessionId?: string | undefined },
    input: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly value: unknown; readonly nextCursor: string | null }> => {
    const answer = await core.execute(id, { kind: "session", ...who }, input, {
      requestId: randomUUID(),
      sourceIp: undefined,
      idempotencyKey: undefined,
      signal: new AbortController().signal,
    });
    return { value: JSON.parse(answer.body), nextCursor: answer.nextCursor };
  };
}
