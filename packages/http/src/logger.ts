import { currentTrace } from "@fulmar/tracing";
import { destination, type Logger, pino, stdTimeFunctions } from "pino";

export type { Logger } from "pino";

/** The batch size in bytes, and how long a line may wait in milliseconds. */
const BATCH = { minLength: 8_192, periodicFlush: 500 };

/**
 * Writes JSON lines to stdout asynchronously. Addresses, headers and bodies are never logged, because they contain
 * tokens, signatures and secrets. Lines that belong to a trace have its `trace_id` and `span_id`.
 * @param batches whether lines are written in batches, up to half a second late: each write wakes a thread
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
      mixin: () => currentTrace() ?? {},
      timestamp: stdTimeFunctions.isoTime,
      serializers: { req: (request: { id: string }) => ({ id: request.id }) },
    },
    destination({ fd: 1, sync: false, ...(batches && BATCH) }),
  );
}
