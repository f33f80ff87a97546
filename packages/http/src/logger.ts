import { destination, type Logger, pino, stdTimeFunctions } from "pino";

export type { Logger } from "pino";

/** How many bytes are written at once, and how long a line may wait for others. */
const BATCH = { minLength: 8_192, periodicFlush: 500 };

/**
 * Writes JSON lines to stdout, in the background. Addresses, headers and bodies are never logged: tokens, signatures
 * and secrets are in them.
 * @param batches whether lines wait for others, up to half a second: each write wakes a thread
 */
export function createLogger({
  app,
  level,
  batches = false,
}: {
  readonly app: string;
  readonly level: string;
  readonly batches?: boolean;
}): Logger {
  return pino(
    {
      level,
      base: { app },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { req: (request: { id: string }) => ({ id: request.id }) },
    },
    destination({ fd: 1, sync: false, ...(batches && BATCH) }),
  );
}
