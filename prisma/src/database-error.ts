const CONSTRAINT = /constraint "([^"]+)"/;
/** Serialization failure and deadlock (PostgreSQL, Appendix A). */
const RETRYABLE = new Set(["40001", "40P01"]);
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
]);
/**
 * Prisma's own codes, and the names that its adapter uses when there is no code, as when a connection closes at COMMIT.
 * Requests meet them only where better-auth uses Prisma: at sign-in, sessions and passkeys.
 */
const PRISMA = {
  retryable: new Set(["P2034"]),
  unreachable: new Set([
    "P1001",
    "P1017",
    "P2028",
    "ConnectionClosed",
    "DatabaseNotReachable",
    "SocketTimeout",
    "TooManyConnections",
  ]),
};
/**
 * Messages of node-postgres without a code for a lost connection or a missing socket. ENOENT alone could also mean one
 * of our files.
 */
const CONNECTION_GONE =
  /connect ENOENT|connection terminated|terminated unexpectedly|not queryable|connection error|timeout exceeded when trying to connect|server closed the connection/i;

/** Whether a transaction lost to a concurrent one and may be retried. */
export function isSerializationFailure(error: unknown): boolean {
  return codesOf(error).some((code) => RETRYABLE.has(code) || PRISMA.retryable.has(code));
}

/** Whether the database could not be reached or is restarting. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    codesOf(error).some(
      (code) => UNREACHABLE.has(code) || UNREACHABLE_CLASS.test(code) || PRISMA.unreachable.has(code),
    ) || textsOf(error).some((text) => CONNECTION_GONE.test(text))
  );
}

/** Whether a number did not fit its column. */
export function isOutOfRange(error: unknown): boolean {
  return codesOf(error).includes("22003");
}

/** The name of the constraint that refused a write. Undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  for (const text of textsOf(error)) {
    const name = CONSTRAINT.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The detail of the error that refused a write. */
export function errorDetail(error: unknown): string | undefined {
  return chainOf(error)
    .map(({ detail }) => detail)
    .find((detail) => typeof detail === "string");
}

/** An error and its causes. Prisma nests the driver's error two levels down. */
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
