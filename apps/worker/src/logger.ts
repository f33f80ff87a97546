import { destination, type Logger, pino, stdTimeFunctions } from "pino";

/** JSON lines on stdout, written in the background; lines about an operation carry its `operation_id`. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: { app: "worker" }, timestamp: stdTimeFunctions.isoTime },
    destination({ fd: 1, sync: false }),
  );
}
