import { DomainError } from "@fulmar/core";
import { type Database, statement } from "@fulmar/prisma";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import { sendError } from "./rest/error-response.ts";

const ping = statement("ready_ping", "SELECT 1 FROM _prisma_migrations LIMIT 1");

/** Liveness, readiness and Prometheus metrics, outside authentication (design: Discovery). */
export function registerHealth(app: FastifyInstance, database: Database, metrics: Metrics) {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    try {
      await database.sql.query(ping);
    } catch (cause) {
      request.log.warn({ err: cause }, "not ready");
      return sendError(
        reply,
        new DomainError("unavailable", "The API is not ready: its database does not answer; retry in a few seconds.", { retryAfterSeconds: 2 }),
        request.id,
      );
    }
    return { status: "ready" };
  });
  app.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
