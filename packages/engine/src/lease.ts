/** How long an operation stays with a worker that sends no heartbeat. */
export const LEASE_MS = 10_000;

/** How often a worker renews its leases. Two renewals may fail before a lease is lost. */
export const HEARTBEAT_MS = 3_000;

/** Thrown when a worker finds that it has lost an operation. It stops at once and writes nothing more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(operationId: string) {
    super(`The lease on ${operationId} is lost.`);
  }
}
