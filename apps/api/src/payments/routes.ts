import type { PaymentDoor } from "@fulmar/core";
import type { FastifyInstance } from "fastify";

/** Events of payments are small. */
const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Registers what payment providers send, below /payments/v1 (docs/adr/0120). It is no part of the public API. A signature
 * is of the bytes, so they are not parsed before.
 */
export function registerPayments(app: FastifyInstance, payments: PaymentDoor) {
  app.post("/payments/v1/stripe", { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const { body, headers, ip } = request;
    await payments.stripe(Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers, ip);
    return reply.code(204).send();
  });
}
