import { counted } from "./finding.ts";
import type { OperationRow, StepRow } from "./read-operation.ts";
import { duration, moment } from "./words.ts";

/** How many operations a worker carries out at a time (packages/engine/src/worker.ts). */
const AT_A_TIME = 16;

/** Why an operation that has not ended goes on or waits, in one sentence. Undefined when it has ended. */
export function whyWaiting(operation: OperationRow, steps: readonly StepRow[]): string | undefined {
  const { finished_at, held_at, hold_reason, lease_owner, lease_until, run_at, read_at, workers, leased } = operation;
  if (finished_at !== null) return undefined;
  if (held_at !== null)
    return `It has waited since ${moment(held_at)} because its site is fenced: ${hold_reason} See fulmar admin site list.`;
  if (lease_owner !== null && lease_until !== null && lease_until > read_at)
    return `The worker ${workerOf(lease_owner)} has it, at ${operation.current_step ?? "its begin"}.`;
  if (workers === 0) return "It waits because no worker is connected: start one.";
  if (lease_owner !== null)
    return (
      `The worker ${workerOf(lease_owner)} had it and lost its lease ${ago(lease_until ?? read_at, read_at)} ago; ` +
      "another worker repeats the last step within seconds."
    );
  if (run_at > read_at) return laterBecause(operation, steps);
  if (operation.behind !== null)
    return `It waits because ${operation.behind} works on the same resource: see fulmar admin why ${operation.behind}.`;
  if (leased >= workers * AT_A_TIME)
    return (
      `It waits because ${counted(workers, "worker")} ${workers === 1 ? "is" : "are"} busy with ` +
      `${counted(leased, "operation")}: start more workers.`
    );
  return (
    `It has been due since ${moment(run_at)}, and no worker has taken it: see the workers' logs, and whether they ` +
    `are of this version (saga ${operation.saga}).`
  );
}

function laterBecause({ run_at, read_at, current_step }: OperationRow, steps: readonly StepRow[]): string {
  const step = steps.find(({ name }) => name === current_step);
  const when = `again in ${ago(read_at, run_at)}`;
  if (step?.error != null)
    return `The step ${step.name} failed at attempt ${step.attempt} (${step.error}) and is tried ${when}.`;
  if (step?.waited === true) return `The step ${step.name} waits for the provider, which is asked ${when}.`;
  return `It is not due yet: a worker takes it ${when}.`;
}

function ago(from: Date, to: Date): string {
  return duration((to.getTime() - from.getTime()) / 1000);
}

/** `host:process` of a lease's owner. */
function workerOf(owner: string): string {
  return owner.split(":").slice(0, 2).join(", process ");
}
