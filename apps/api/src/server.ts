import { randomUUID } from "node:crypto";
import { maxHeaderSize } from "node:http";
import type { Configuration } from "@fulmar/config";
import { type Core, DomainError, type EdgeDoor, type PaymentDoor, TerminalDoor } from "@fulmar/core";
import { endConnectionsAtClose, inTurn, takeEveryExpectation } from "@fulmar/http";
import type { Database } from "@fulmar/prisma";
import { type ServerSpan, startServerSpan } from "@fulmar/tracing";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { connectionOptions, onConnect, requireOneHost, SECURITY_HEADERS } from "./connections.ts";
import { registerEdge } from "./edge/routes.ts";
import { registerHealth } from "./health.ts";
import { registerIdentityKeys } from "./identity/identity-keys.ts";
import type { Metrics } from "./metrics.ts";
import { registerDiscovery } from "./openapi/discovery.ts";
import { registerPayments } from "./payments/routes.ts";
import { registerBodyParser } from "./rest/body.ts";
import { sendError, toDomainError } from "./rest/error-response.ts";
import { registerRoutes } from "./rest/routes.ts";
import { registerTerminals } from "./terminal/register-terminals.ts";
import { TERMINAL_LIMITS } from "./terminal/terminal-server.ts";
import type { TerminalLimits } from "./terminal/terminal-session.ts";

declare module "fastify" {
  interface FastifyRequest {
    span: ServerSpan | undefined;
  }
}

/** The largest body; a larger one is refused with 400. */
const BODY_LIMIT_BYTES = 1024 * 1024;
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Builds the public HTTP server: REST v1, discovery and health. The caller makes it listen. */
export async function buildServer(parts: {
  readonly core: Core;
  readonly edges: EdgeDoor;
  readonly payments: PaymentDoor;
  readonly database: Database;
  readonly configuration: Configuration;
  readonly logger: FastifyBaseLogger;
  /** Counts requests. They are served by a listener of their own. */
  readonly metrics: Metrics;
  /** Aborted when this process is about to end. It continues to serve but asks clients to reconnect elsewhere. */
  readonly leaving: AbortSignal;
  readonly terminalLimits?: TerminalLimits;
}): Promise<FastifyInstance> {
  const { core, edges, payments, database, configuration, logger, metrics, leaving } = parts;
  const { terminalLimits = TERMINAL_LIMITS } = parts;
  const app = Fastify({
    ...connectionOptions,
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The client address is that of the connection, unless one of these proxies forwards another.
    trustProxy: configuration.trustedProxies.length > 0 && [...configuration.trustedProxies],
    // Ids of any length reach the contract, which names the one that is too long.
    routerOptions: { maxParamLength: maxHeaderSize },
    genReqId: (request) => {
      const sent = request.headers["x-request-id"];
      return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
    },
    frameworkErrors: (error, request, reply) => sendError(reply, toDomainError(error), request.id),
    // Accepted requests are answered even while the process is ending.
    return503OnClosing: false,
  });
  const endConnections = endConnectionsAtClose(app.server, ["request", "upgrade"]);
  app.addHook("preClose", async () => endConnections());
  takeEveryExpectation(app.server);
  app.server.on("connect", onConnect);

  app.decorateRequest("span", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    request.span = startServerSpan(request.method, request.headers.traceparent);
    within(request.span, done);
  });
  // A body arrives in the connection's context and not in the request's.
  app.addHook("preValidation", (request, _reply, done) => within(request.span, done));
  app.addHook("onRequest", async (request, reply) => {
    await inTurn(request.raw, reply.raw);
    reply.headers({ "x-request-id": request.id, ...SECURITY_HEADERS });
    if (leaving.aborted) reply.header("connection", "close");
    requireOneHost(request.raw);
  });
  app.addHook("onResponse", async (request, reply) => {
    const operation = request.routeOptions.config.operationId ?? "none";
    metrics.observe(operation, reply.statusCode, reply.elapsedTime);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    within(request.span, () =>
      request.log.info({ operation, method: request.method, status: reply.statusCode, ms }, "request"),
    );
    request.span?.end(operation, reply.statusCode);
  });
  app.setErrorHandler((error, request, reply) => {
    const domainError = toDomainError(error);
    if (domainError.status >= 500) request.log.error({ err: domainError.cause ?? error }, domainError.message);
    // A failure of billing is a refusal to the client and an error to the operator.
    if (domainError.kind === "billing_denied" && domainError.cause !== undefined)
      request.log.warn({ err: domainError.cause }, domainError.message);
    return sendError(reply, domainError, request.id);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new DomainError("not_found", "There is no such endpoint; /v1/docs lists the endpoints.", {
        code: "unknown_endpoint",
      }),
      request.id,
    ),
  );

  registerBodyParser(app);
  registerRoutes(app, core, configuration, leaving);
  registerEdge(app, edges, leaving);
  registerPayments(app, payments);
  const door = new TerminalDoor(database, configuration);
  registerTerminals(app, { door, configuration, logger, leaving, limits: terminalLimits });
  registerHealth(app, { database, leaving });
  registerIdentityKeys(app, configuration);
  await registerDiscovery(app, configuration);
  return app;
}

function within(span: ServerSpan | undefined, work: () => void) {
  if (span === undefined) work();
  else span.within(work);
}
