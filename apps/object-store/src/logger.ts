import { destination, type Logger, pino, stdTimeFunctions } from "pino";

/**
 * JSON lines on stdout, written in the background. Addresses, headers and bodies are never logged, so neither are
 * signatures.
 */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: { app: "object-store" }, timestamp: stdTimeFunctions.isoTime },
    destination({ fd: 1, sync: false }),
  );
}
