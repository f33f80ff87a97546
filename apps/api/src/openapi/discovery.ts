import type { Configuration } from "@fulmar/config";
import type { JsonSchema } from "@fulmar/contract/description";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { openApiDocument, operatorOpenApiDocument } from "./document.ts";

/** The reference page consists of one inline script and one served file, and connects only to this server. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** Made once a server of this process needs it: that takes longer than all else of a start. */
let ofCatalog: { readonly tenants: JsonSchema; readonly operators: JsonSchema } | undefined;

/** Serves the OpenAPI documents, and a reference page of that for tenants, without authentication. */
export async function registerDiscovery(app: FastifyInstance, configuration: Configuration) {
  ofCatalog ??= { tenants: openApiDocument(), operators: operatorOpenApiDocument() };
  const servers = [{ url: `${configuration.publicApiUrl}/v1`, description: configuration.environment }];
  const document = { ...ofCatalog.tenants, servers };
  serve(app, "/v1/openapi.json", document);
  serve(app, "/v1/operator/openapi.json", { ...ofCatalog.operators, servers });
  await app.register(scalar, {
    routePrefix: "/v1/docs",
    configuration: {
      content: document,
      pageTitle: "Fulmar API reference",
      // Loads nothing from outside this installation.
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

function serve(app: FastifyInstance, url: string, document: JsonSchema) {
  // Encoded once it is asked for, because the document is large.
  let bytes: Buffer | undefined;
  app.get(url, (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(document));
    return reply.type("application/json; charset=utf-8").send(bytes);
  });
}
