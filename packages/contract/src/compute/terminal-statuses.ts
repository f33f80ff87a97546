import type { OperationStatus } from "./operation.ts";

/** Statuses that never change again. */
export const TERMINAL_OPERATION_STATUSES = [
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
] as const satisfies readonly OperationStatus[];
