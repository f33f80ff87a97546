import type { ComputeOperation } from "@fulmar/contract";
import { inWords } from "@/client/in-words.ts";

/** Where an operation is, or why it failed. */
export function OperationStepText({ operation }: { operation: Pick<ComputeOperation, "current_step" | "error_message"> }) {
  if (operation.error_message !== null) return <span className="my-2 block min-w-56 text-bad text-xs">{operation.error_message}</span>;
  return <span className="whitespace-nowrap text-ink-muted">{operation.current_step === null ? "" : inWords(operation.current_step)}</span>;
}
