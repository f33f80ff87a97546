import { setTimeout as delay } from "node:timers/promises";
import { DomainError, listFencedSites, readSiteConditions } from "@fulmar/core";
import { readiness } from "@fulmar/http";
import type { Database } from "@fulmar/prisma";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import { sendError } from "./rest/error-response.ts";

/**
 * How long a scrape waits for the database's data on sites. An unresponsive database must not keep the process's own
 * metrics from being read.
 */
const SITES_LIMIT_MS = 3_000;

/** Serves liveness, readiness and Prometheus metrics without authentication (design: Discovery). */
export function registerHealth(
  app: FastifyInstance,
  parts: { readonly database: Database; readonly metrics: Metrics; readonly leaving: AbortSignal },
) {
  const { database, metrics, leaving } = parts;
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    const ask = () => listFencedSites(database);
    const state = await readiness({ program: "API", leaving, logger: request.log, ask });
    if ("whyNot" in state)
      return sendError(reply, new DomainError("unavailable", state.whyNot, { retryAfterSeconds: 2 }), request.id);
    // A fence stops only workers. The API continues to answer and reports the fence here.
    return { status: "ready", ...(state.answer.length > 0 && { fenced_sites: state.answer }) };
  });
  app.get("/metrics", async (request, reply) => {
    const read = readSiteConditions(database).catch((cause: unknown) => {
      request.log.warn({ err: cause }, "metrics without the sites: the database does not answer");
      return undefined;
    });
    const conditions = await Promise.race([read, delay(SITES_LIMIT_MS, undefined, { ref: false })]);
    metrics.setSites(conditions);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
