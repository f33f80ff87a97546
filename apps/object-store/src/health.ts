import type { IncomingMessage, ServerResponse } from "node:http";
import { type Logger, readiness } from "@fulmar/http";
import { type Sql, statement } from "@fulmar/prisma";

const ping = statement("object_store_ready", "SELECT 1 FROM _prisma_migrations LIMIT 1");

/** Why this server should get no requests; undefined where it should. */
export type Ready = () => Promise<string | undefined>;

/** Creates the question that `/readyz` asks. Its answer is kept for a second. */
export function readinessOf(parts: {
  readonly sql: Sql;
  readonly logger: Logger;
  readonly leaving: AbortSignal;
}): Ready {
  const { sql, ...others } = parts;
  const ask = readiness({ program: "object store", ask: () => sql.query(ping), ...others });
  return async () => {
    const state = await ask();
    return "whyNot" in state ? state.whyNot : undefined;
  };
}

/**
 * Answers liveness and readiness like the API. A signed request of the same path addresses a bucket of that name and is
 * not handled here.
 * @returns whether the request was answered
 */
export async function answerHealth(message: IncomingMessage, response: ServerResponse, ready: Ready): Promise<boolean> {
  if (message.method !== "GET" || message.headers.authorization !== undefined) return false;
  if (message.url !== "/healthz" && message.url !== "/readyz") return false;
  const unready = message.url === "/readyz" ? await ready() : undefined;
  const status = unready === undefined ? 200 : 503;
  const body = JSON.stringify(
    unready === undefined
      ? { status: message.url === "/readyz" ? "ready" : "ok" }
      : { detail: unready, code: "unavailable" },
  );
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  });
  response.end(body);
  return true;
}
