import type { OperationExplanation } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { counted } from "./finding.ts";
import { type OperationRecord, readOperation, type StepRow } from "./read-operation.ts";
import { whyWaiting } from "./why-waiting.ts";
import { duration, moment } from "./words.ts";

/** How many times the usual a duration must be to be called long. */
const LONG = 2;
/** A delay of less than a second is not worth a word. */
const LONG_SECONDS = 1;

/**
 * Tells what happened to an operation, from what the database keeps.
 * @throws DomainError 404 when there is no such operation
 */
export async function explainOperation(
  { sql }: Pick<Database, "sql">,
  operationId: string,
): Promise<OperationExplanation> {
  const record = await readOperation(sql, operationId);
  if (record === undefined)
    throw new DomainError("not_found", `There is no operation ${operationId}; check its id, which begins with op_.`);
  const { operation, asked, steps, usual } = record;
  const waiting = whyWaiting(operation, steps) ?? null;
  return {
    operation_id: operation.operation_id,
    status: operation.status,
    action: operation.action,
    resource_id: operation.resource_id,
    workspace_id: String(operation.workspace_id),
    asked_by:
      asked === undefined
        ? null
        : {
            ...{ type: asked.actor_type, id: asked.actor_id, name: asked.actor_name },
            ...{ request_id: asked.request_id, source_ip: asked.source_ip },
          },
    submitted_at: operation.submitted_at.toISOString(),
    finished_at: operation.finished_at?.toISOString() ?? null,
    seconds: operation.seconds,
    usual_seconds: usual.get("")?.seconds ?? null,
    worker: operation.lease_owner,
    steps: steps.map((step) => ({
      ...{ name: step.name, status: step.status, attempts: step.attempt, error: step.error },
      started_at: step.started_at.toISOString(),
      finished_at: step.finished_at?.toISOString() ?? null,
      seconds: step.seconds,
      usual_seconds: usual.get(step.name)?.seconds ?? null,
    })),
    error: operation.error_code === null ? null : { code: operation.error_code, message: operation.error_message },
    waiting,
    sentences: [beginning(record), ...steps.map((step) => stepSentence(step, record)), ...ending(record, waiting)],
  };
}

function beginning({ operation, asked }: OperationRecord): string {
  const { resource_type, resource_id, action, submitted_at, workspace_id } = operation;
  const what = `${action} of ${resource_type} ${resource_id} in workspace ${workspace_id}`;
  if (asked === undefined) return `${moment(submitted_at)}: the product itself asked for ${what}.`;
  const source = asked.source_ip === null ? "" : ` from ${asked.source_ip}`;
  return (
    `${moment(submitted_at)}: ${asked.actor_type} ${asked.actor_name} (${asked.actor_id}) asked for ` +
    `${what}${source}, request ${asked.request_id}.`
  );
}

const STEP_STATES: Readonly<Record<string, string>> = {
  running: "runs",
  waiting: "waits",
  succeeded: "succeeded",
  failed: "failed",
  undoing: "is being undone",
  undone: "was undone",
};

function stepSentence(step: StepRow, { usual }: OperationRecord): string {
  const tries = step.attempt > 1 ? ` at attempt ${step.attempt}` : "";
  const waited = step.waited ? ", and waited for the provider" : "";
  const why = step.error === null ? "" : `: ${step.error.replace(/\.$/, "")}`;
  const took = lasted({ seconds: step.seconds, usual_seconds: usual.get(step.name)?.seconds ?? null });
  return `${moment(step.started_at)}: step ${step.name} ${STEP_STATES[step.status]}${tries} after ${took}${waited}${why}.`;
}

function lasted({ seconds, usual_seconds }: Pick<OperationExplanation, "seconds" | "usual_seconds">): string {
  if (usual_seconds === null) return duration(seconds);
  const isLong = seconds > usual_seconds * LONG && seconds > usual_seconds + LONG_SECONDS;
  return `${duration(seconds)} (${isLong ? "long: " : ""}usually ${duration(usual_seconds)})`;
}

const ENDS: Readonly<Record<string, string>> = {
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "was cancelled",
  timed_out: "ran out of time",
};

function ending({ operation, usual, steps }: OperationRecord, waiting: string | null): string[] {
  const { finished_at, status, seconds, cancel_requested_at, error_code, error_message, deadline_at } = operation;
  const asked = cancel_requested_at === null ? [] : [`${moment(cancel_requested_at)}: somebody asked to cancel it.`];
  const undone = steps.filter((step) => step.status === "undone").length;
  const undo = undone === 0 ? [] : [`${counted(undone, "step")} ${undone === 1 ? "was" : "were"} undone.`];
  const failure = error_code === null ? [] : [`The user is told: ${error_message ?? error_code} (${error_code})`];
  const others = usual.get("");
  const took = lasted({ seconds, usual_seconds: others?.seconds ?? null });
  const compared = others === undefined ? "" : `, compared with ${counted(others.compared, "operation")} of its kind`;
  const end =
    finished_at === null
      ? [
          `It has been ${status} for ${took}${compared}. Its deadline is ${moment(deadline_at)}.`,
          ...(waiting === null ? [] : [waiting]),
        ]
      : [`${moment(finished_at)}: it ${ENDS[status] ?? status} after ${took}${compared}.`];
  return [...asked, ...undo, ...failure, ...end];
}
