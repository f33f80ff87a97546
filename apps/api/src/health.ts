import { DomainError } from "@fulmar/core";
import { type Database, statement } from "@fulmar/prisma";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import { sendError } from "./rest/error-response.ts";

const ping = statement("ready_ping", "SELECT 1 FROM _prisma_migrations LIMIT 1");

/** Liveness, readiness and Prometheus metrics, outside authentication (design: Discovery). */
export function registerHealth(app: FastifyInstance, parts: { readonly database: Database; readonly metrics: Metrics; readonly leaving: AbortSignal }) {
  const { database, metrics, leaving } = parts;
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    if (leaving.aborted) return sendError(reply, notReady("this process is about to end"), request.id);
    try {
      await database.sql.query(ping);
    } catch (cause) {
      request.log.warn({ err: cause }, "not ready");
      return sendError(reply, notReady("its database does not answer"), request.id);
    }
    return { status: "ready" };
  });
  app.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}

function notReady(why: string): DomainError {
  return new DomainError("unavailable", `The API is not ready: ${why}; retry in a few seconds.`, { retryAfterSeconds: 2 });
}
