/** How long an operation stays with a worker that gives no sign of life. */
export const LEASE_MS = 10_000;

/** How often a worker prolongs its leases: twice may fail before one is lost. */
export const HEARTBEAT_MS = 3_000;

/** Thrown where a worker finds that an operation is no longer its own: it stops at once and writes nothing more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(operationId: string) {
    super(`The lease on ${operationId} is lost.`);
  }
}
