import { setTimeout as sleep } from "node:timers/promises";
import { TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { OperationRepository, type OperationRow, toComputeOperation } from "./operation-repository.ts";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** With `wait`, asks again with growing pauses, holding no connection in between, until the operation has ended or the time is up. */
export const getOperation: Handler<"operation.get"> = async (context, { operation_id, wait }) => {
  const operations = new OperationRepository(context.sql, context.workspace.id);
  const until = Date.now() + wait * 1000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const row = await operations.get(operation_id);
    if (row === undefined) throw notFound("operation");
    const leftMs = until - Date.now();
    if (hasEnded(row) || leftMs <= 0 || context.signal.aborted) return toComputeOperation(row);
    await sleep(Math.min(pauseMs, leftMs));
  }
};

function hasEnded(row: OperationRow): boolean {
  return TERMINAL_OPERATION_STATUSES.some((status) => status === row.status);
}
