import { z } from "zod";
import { OperationAction, OperationStatus } from "../compute/compute-operation.ts";
import { Timestamp } from "../values/fields.ts";

/**
 * Something that happened to a volume: an entry of its own history, or an operation that includes it, such as a
 * snapshot of its VM.
 */
export const VolumeHistoryEntry = z.strictObject({
  id: z.string(),
  /** Null if it was done at once, without an operation. */
  operation_id: z.string().nullable(),
  action: OperationAction,
  status: OperationStatus,
  /** The VM that was part of it, if one was. */
  vm_id: z.string().nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Why it failed, or why it waits. */
  error: z.string().nullable(),
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
});
export type VolumeHistoryEntry = z.infer<typeof VolumeHistoryEntry>;
