import type { Configuration } from "@fulmar/config";
import { identityKeys } from "@fulmar/core";
import type { FastifyInstance } from "fastify";

/** How long a verifier may keep the keys. A rotation publishes a key before it signs: docs/adr/0147. */
const KEPT_SECONDS = 300;

/** Serves the keys that verify identity documents of machines, as a JSON Web Key Set (RFC 7517), without authentication. */
export function registerIdentityKeys(app: FastifyInstance, { secrets }: Configuration) {
  const keys = identityKeys(secrets);
  app.get("/.well-known/jwks.json", (_request, reply) =>
    reply
      .type("application/jwk-set+json; charset=utf-8")
      .headers({ "cache-control": `public, max-age=${KEPT_SECONDS}`, "access-control-allow-origin": "*" })
      .send(keys),
  );
}
