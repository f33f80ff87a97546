import { METHODS } from "node:http";
import type { Configuration } from "@fulmar/config";
import { type Method, type Operation, operatorCatalog, publicCatalog } from "@fulmar/contract";
import { type Answer, type Core, DomainError, type EnteredEntry, invalidRequest, type RateState } from "@fulmar/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readBody } from "./body.ts";
import { sendError } from "./error-response.ts";
import { EventStreams, wantsEventStream } from "./event-streams.ts";
import { queryDecoder } from "./query.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    operationId?: string;
  }
  interface FastifyRequest {
    entry: EnteredEntry | null;
  }
}

const CLIENT_GONE = new Error("the client went away before its answer");
/** All HTTP methods except CONNECT, which has its own event in Node. */
const ALL_METHODS = METHODS.filter((method) => method !== "CONNECT");

/** Every operation that has a route. */
const routed = [...publicCatalog, ...operatorCatalog] as readonly unknown[] as readonly Operation[];

/**
 * Registers one route per operation of the public API and of operators, below /v1. A path that takes GET takes HEAD too
 * (RFC 9110, 9.1); other methods of a path answer 405.
 */
export function registerRoutes(app: FastifyInstance, core: Core, configuration: Configuration, leaving: AbortSignal) {
  const streams = new EventStreams(core, leaving);
  app.decorateRequest("entry", null);
  const methodsOf = new Map<string, (Method | "HEAD")[]>();
  for (const operation of routed) {
    registerOperation(app, { core, configuration, streams }, operation);
    const added = operation.method === "GET" ? (["GET", "HEAD"] as const) : [operation.method];
    methodsOf.set(urlOf(operation), [...(methodsOf.get(urlOf(operation)) ?? []), ...added]);
  }
  // Methods that no operation uses are refused everywhere, without parsing a body.
  const taken = new Set<string>([...methodsOf.values()].flat());
  for (const method of ALL_METHODS)
    if (!taken.has(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  const takenAt = (url: string) => [...taken].filter((method) => Boolean(app.findRoute({ method, url })));
  // A fixed path that another's pattern matches too refuses the methods of the other by routes of its own.
  for (const [url, methods] of methodsOf) {
    const isOthers = (method: string) => !methods.some((own) => own === method);
    if (!takenAt(url).some(isOthers)) continue;
    const refuse = (request: FastifyRequest, reply: FastifyReply) => refuseMethod(request, reply, methods);
    const method = ALL_METHODS.filter(isOthers);
    app.route({ method, url, onRequest: async (request, reply) => refuse(request, reply), handler: refuse });
  }
  // Everywhere else, a route for each method that a path does not take would be thousands, which take four times as
  // long to register as the operations. Refused before the body is parsed, which may be invalid too.
  app.addHook("onRequest", async (request, reply) => {
    const methods = request.is404 ? takenAt(request.url) : [];
    return methods.length > 0 ? refuseMethod(request, reply, methods) : undefined;
  });
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]) {
  const allow = methods.join(", ");
  const refusal = new DomainError("method_not_allowed", `This endpoint takes ${allow} only.`);
  return sendError(reply.header("allow", allow), refusal, request.id);
}

function registerOperation(
  app: FastifyInstance,
  { core, configuration, streams }: { core: Core; configuration: Configuration; streams: EventStreams },
  operation: Operation,
) {
  const decodeQuery = queryDecoder(operation);
  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    const { workspace_id: workspaceId } = request.query as Record<string, unknown>;
    const place = operation.subject === "workspace" ? workspaceId : request.params;
    const credentials = { kind: "bearer", authorization: request.headers.authorization } as const;
    const from = { requestId: request.id, sourceIp: request.ip };
    return core.enter(operation, credentials, place, from, (state) => {
      if (!reply.sent) setRateHeaders(reply, state);
    });
  };
  app.route({
    method: operation.method,
    url: urlOf(operation),
    exposeHeadRoute: operation.method === "GET",
    config: { operationId: operation.id },
    onRequest: async (request, reply) => {
      request.entry = await enter(request, reply);
    },
    handler: async (request, reply) => {
      const { workspace_id: _, ...asked } = request.query as Record<string, string | string[]>;
      const { isPlan, query } = operation.safe ? { isPlan: false, query: asked } : withoutDryRun(asked);
      // A stream has no answer without its body.
      if (operation.streamed && request.method !== "HEAD" && wantsEventStream(request)) {
        const again = () => enter(request, reply);
        return streams.open({ operation, request, reply, again, query: decodeQuery(query) });
      }
      const parts = { params: request.params, query: decodeQuery(query), body: readBody(request) };
      const envelope = { requestId: request.id, sourceIp: request.ip, signal: signalOf(reply) };
      if (isPlan)
        return sendAnswer(
          request,
          reply,
          await core.plan(operation, enteredBy(request), parts, envelope),
          configuration,
        );
      const key = request.headers["x-idempotency-key"];
      const idempotencyKey = Array.isArray(key) ? key.join(",") : key;
      const answer = await core.perform(operation, enteredBy(request), parts, { ...envelope, idempotencyKey });
      return sendAnswer(request, reply, answer, configuration);
    },
  });
}

type QueryText = Readonly<Record<string, string | string[]>>;

/**
 * Takes `dry_run` out of the query of a change: it belongs to no operation.
 * @throws DomainError 400
 */
function withoutDryRun({ dry_run: text = "false", ...query }: QueryText): { isPlan: boolean; query: QueryText } {
  if (text !== "true" && text !== "false")
    throw invalidRequest([{ field: "dry_run", message: "must be true or false" }]);
  return { isPlan: text === "true", query };
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  configuration: Configuration,
): FastifyReply {
  if (answer.replayed) reply.header("idempotency-replayed", "true");
  if (answer.status === 202) {
    const { operation_id } = JSON.parse(answer.body) as { operation_id: string };
    reply.header("location", `/v1/compute/operations/${operation_id}`).header("retry-after", 1);
  }
  if (answer.nextCursor !== null) {
    // A request line may contain a host (RFC 9112, absolute-form). It is ignored in favor of the operator's URL.
    const { pathname, searchParams } = new URL(request.url, configuration.publicApiUrl);
    searchParams.set("cursor", answer.nextCursor);
    reply.header("link", `<${configuration.publicApiUrl}${pathname}?${searchParams}>; rel="next"`);
  }
  return reply.code(answer.status).type("application/json").send(answer.body);
}

function setRateHeaders(reply: FastifyReply, state: RateState) {
  reply.header("ratelimit-policy", `"default";q=${state.limit};w=${state.windowSeconds}`);
  reply.header("ratelimit", `"default";r=${state.remaining};t=${state.resetSeconds}`);
}

function enteredBy(request: FastifyRequest): EnteredEntry {
  if (request.entry === null) throw new Error("the handler was reached without passing the door");
  return request.entry;
}

/** A signal that is aborted when the client disconnects before its answer. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(CLIENT_GONE);
  });
  return controller.signal;
}

function urlOf(operation: Operation): string {
  return `/v1${operation.path.replaceAll(/\{([a-z_]+)\}/g, ":$1")}`;
}
