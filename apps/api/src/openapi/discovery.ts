import type { Configuration } from "@fulmar/config";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./document.ts";

/** The reference page is one inline script beside one served file, and talks to this server alone. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** Serves the OpenAPI document and a reference page made from it, outside authentication (design: Discovery). */
export async function registerDiscovery(app: FastifyInstance, configuration: Configuration) {
  const document = {
    ...openApiDocument(),
    servers: [{ url: `${configuration.publicApiUrl}/v1`, description: configuration.environment }],
  };
  // As bytes: a text of this size is not encoded anew for everybody who asks.
  const bytes = Buffer.from(JSON.stringify(document));
  app.get("/v1/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(bytes));
  await app.register(scalar, {
    routePrefix: "/v1/docs",
    configuration: {
      content: document,
      pageTitle: "Fulmar API reference",
      // Nothing that would call out of this installation.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: "never",
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header("content-security-policy", DOCS_POLICY);
        done();
      },
    },
  });
}
