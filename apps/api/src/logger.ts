import type { FastifyBaseLogger } from "fastify";
import { destination, pino } from "pino";

/** A line for each request is written together with others, for each write wakes a thread; within half a second. */
const WRITTEN_TOGETHER_BYTES = 8_192;
const WRITTEN_WITHIN_MS = 500;

/**
 * JSON lines on stdout, written in the background. Headers and bodies are never logged, so neither are tokens or
 * secrets.
 */
export function createLogger(level: string): FastifyBaseLogger {
  return pino(
    {
      level,
      base: { app: "api" },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: (request: { id: string }) => ({ id: request.id }) },
    },
    destination({ fd: 1, sync: false, minLength: WRITTEN_TOGETHER_BYTES, periodicFlush: WRITTEN_WITHIN_MS }),
  );
}
