import type { IncomingMessage, ServerResponse } from "node:http";
import { type Sql, statement } from "@fulmar/prisma";

const ping = statement("object_store_ready", "SELECT 1 FROM _prisma_migrations LIMIT 1");

/** Liveness and readiness, as the API's. A bucket of such a name is asked for by signed requests alone. @returns whether it was asked for */
export async function answerHealth(message: IncomingMessage, response: ServerResponse, sql: Sql, leaving: AbortSignal): Promise<boolean> {
  if (message.method !== "GET" || message.headers.authorization !== undefined) return false;
  if (message.url !== "/healthz" && message.url !== "/readyz") return false;
  const unready = message.url === "/readyz" ? await whyNotReady(sql, leaving) : undefined;
  const status = unready === undefined ? 200 : 503;
  const body = JSON.stringify(unready === undefined ? { status: message.url === "/readyz" ? "ready" : "ok" } : { detail: unready, code: "unavailable" });
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": String(Buffer.byteLength(body)) });
  response.end(body);
  return true;
}

async function whyNotReady(sql: Sql, leaving: AbortSignal): Promise<string | undefined> {
  if (leaving.aborted) return "The object store is not ready: this process is about to end; retry in a few seconds.";
  return sql.query(ping).then(
    () => undefined,
    () => "The object store is not ready: its database does not answer; retry in a few seconds.",
  );
}
