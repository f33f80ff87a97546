import { DomainError } from "./domain-error.ts";

const CONSTRAINT = /constraint "([^"]+)"/;
const RETRYABLE = new Set(["40001", "40P01", "P2034"]);
/** Connection exceptions, insufficient resources and operator intervention (PostgreSQL, Appendix A). */
const UNREACHABLE_CLASS = /^(08|53|57P)/;
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "P1001",
  "P1017",
  "P2024",
  "P2028",
]);
/** What Prisma's adapter calls the same where it has no code for it, as when a connection closes at COMMIT. */
const UNREACHABLE_KIND = new Set(["ConnectionClosed", "DatabaseNotReachable", "SocketTimeout", "TooManyConnections"]);
/**
 * What node-postgres says, without a code, of a connection that is gone, and of a socket that is not there: ENOENT
 * alone may be of a file of ours.
 */
const CONNECTION_GONE =
  /connect ENOENT|connection terminated|terminated unexpectedly|not queryable|connection error|timeout exceeded when trying to connect|server closed the connection/i;

/** Whether a transaction lost against another one and may simply run again. */
export function isSerializationFailure(error: unknown): boolean {
  return codesOf(error).some((code) => RETRYABLE.has(code));
}

/** Whether the database could not be reached or is restarting. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    codesOf(error).some(
      (code) => UNREACHABLE.has(code) || UNREACHABLE_CLASS.test(code) || UNREACHABLE_KIND.has(code),
    ) || textsOf(error).some((text) => CONNECTION_GONE.test(text))
  );
}

/** Whether a number did not fit its column. */
export function isOutOfRange(error: unknown): boolean {
  return codesOf(error).includes("22003");
}

/** The constraint that refused a write, by its name in the database; undefined when the error is another. */
export function violatedConstraint(error: unknown): string | undefined {
  for (const text of textsOf(error)) {
    const name = CONSTRAINT.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The refusal while the database is away (503): retrying helps. */
export function databaseUnavailable(cause: unknown): DomainError {
  return new DomainError("unavailable", "The service cannot reach its database right now; retry in a few seconds.", {
    retryAfterSeconds: 2,
    cause,
  });
}

/** An error and everything it says it was caused by: Prisma nests the driver's error two levels down. */
function chainOf(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  const queue: unknown[] = [error];
  while (queue.length > 0 && chain.length < 12) {
    const item = queue.shift();
    if (typeof item !== "object" || item === null) continue;
    const record = item as Record<string, unknown>;
    chain.push(record);
    queue.push(
      record.cause,
      record.meta,
      record.driverAdapterError,
      ...(Array.isArray(record.errors) ? record.errors : []),
    );
  }
  return chain;
}

function codesOf(error: unknown): string[] {
  return chainOf(error).flatMap((item) =>
    [item.code, item.originalCode, item.kind].filter((code) => typeof code === "string"),
  );
}

function textsOf(error: unknown): string[] {
  return chainOf(error).flatMap((item) =>
    [item.message, item.originalMessage].filter((text) => typeof text === "string"),
  );
}
