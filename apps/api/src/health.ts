import { DomainError, listFencedSites } from "@fulmar/core";
import { readiness } from "@fulmar/http";
import type { Database } from "@fulmar/prisma";
import type { FastifyInstance } from "fastify";
import { sendError } from "./rest/error-response.ts";

/** Serves liveness and readiness without authentication. */
export function registerHealth(
  app: FastifyInstance,
  parts: { readonly database: Database; readonly leaving: AbortSignal },
) {
  const { database, leaving } = parts;
  const ready = readiness({ program: "API", leaving, logger: app.log, ask: () => listFencedSites(database) });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    const state = await ready();
    if ("whyNot" in state)
      return sendError(reply, new DomainError("unavailable", state.whyNot, { retryAfterSeconds: 2 }), request.id);
    // A fence stops only workers. The API continues to answer and reports the fence here.
    return { status: "ready", ...(state.answer.length > 0 && { fenced_sites: state.answer }) };
  });
}
