import { Readable } from "node:stream";
import type { EdgeDoor } from "@fulmar/core";
import type { FastifyInstance } from "fastify";
import { readBody } from "../rest/body.ts";

/** Registers what the agents of edges ask, below /edge/v1 (docs/adr/0044). It is no part of the public API. */
export function registerEdge(app: FastifyInstance, edges: EdgeDoor, leaving: AbortSignal) {
  app.post("/edge/v1/enrollment", (request) => edges.enroll(readBody(request), request.ip));

  // Every edge reports every few seconds, so that the requests would fill the log.
  app.post("/edge/v1/reports", { logLevel: "warn" }, async (request, reply) => {
    const edge = await edges.identify(request.headers.authorization, request.ip);
    await edges.report(edge, readBody(request));
    return reply.code(204).send();
  });

  app.get("/edge/v1/documents", async (request, reply) => {
    const edge = await edges.identify(request.headers.authorization, request.ip);
    const { after } = request.query as { readonly after?: string | string[] };
    const gone = new AbortController();
    reply.raw.on("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, leaving]);
    const lines = edges.documents(edge, typeof after === "string" ? after : undefined, signal);
    return reply.type("application/x-ndjson").send(Readable.from(inJson(lines)));
  });
}

async function* inJson(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
