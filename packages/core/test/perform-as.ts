import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import type { OperationId } from "@fulmar/contract";
import { openDatabase } from "@fulmar/prisma";
import { processUrl, type TestDatabase } from "@fulmar/testkit";
import { createCore } from "../src/index.ts";

/** Carries out operations as the console does, for a signed-in user. */
export function performAs({ url }: TestDatabase) {
  const servedUrl = processUrl(url, "fulmar_request");
  const database = openDatabase(servedUrl);
  const configuration = loadConfiguration({
    DATABASE_URL: servedUrl,
    FULMAR_SECRET: "0123456789abcdef0123456789abcdef",
  });
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
