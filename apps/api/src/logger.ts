import type { FastifyBaseLogger } from "fastify";
import { destination, pino } from "pino";

/** JSON lines on stdout, written in the background. Headers and bodies are never logged, so neither are tokens or secrets. */
export function createLogger(level: string): FastifyBaseLogger {
  return pino(
    { level, base: { app: "api" }, timestamp: pino.stdTimeFunctions.isoTime, serializers: { req: (request: { id: string }) => ({ id: request.id }) } },
    destination({ fd: 1, sync: false }),
  );
}
