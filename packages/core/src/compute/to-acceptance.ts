import type { Acceptance } from "@fulmar/contract";
import { toTimestamp } from "../query/timestamp.ts";

/** What a request that was handed over to the worker answers (spec: Operation, acceptance response). */
export function toAcceptance(operationId: string, vmId: string, submittedAt: Date): Acceptance {
  return { operation_id: operationId, vm_id: vmId, status: "accepted", submitted_at: toTimestamp(submittedAt) };
}
