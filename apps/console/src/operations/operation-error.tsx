import type { ComputeOperation } from "@fulmar/contract";
import { CircleAlert, CirclePause } from "lucide-react";
import { isOnHold } from "./operation-status-badge.tsx";

/** Why an operation failed, or why it waits; nothing while all is well. */
export function OperationError({
  operation,
}: {
  operation: Pick<ComputeOperation, "status" | "error_code" | "error_message">;
}) {
  const { error_code, error_message } = operation;
  if (error_message === null) return null;
  const held = isOnHold(operation);
  const Icon = held ? CirclePause : CircleAlert;
  return (
    <p
      role={held ? "status" : "alert"}
      className={`flex gap-3 rounded-lg border px-4 py-3 ${held ? "border-warn/30 bg-warn-soft" : "border-bad/30 bg-bad-soft"}`}
    >
      <Icon className={`mt-0.5 size-4 shrink-0 ${held ? "text-warn" : "text-bad"}`} aria-hidden />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {held && "On hold until its site is resumed. "}
        {error_message} {error_code !== null && <code className="font-mono text-ink-muted text-xs">{error_code}</code>}
      </span>
    </p>
  );
}
