// Helpers for tests of sagas. Used by the generic tests and the bench, not by the engine.
import type { Database } from "@fulmar/prisma";
import type { Logger } from "./logger.ts";
import type { Outcome, Saga, Step, StepContext, StepResult } from "./saga.ts";
import { runWorker } from "./worker.ts";

/** A saga with an injected fault, and the outcome of an operation that runs it. */
export interface SagaVariant<Services> {
  readonly title: string;
  readonly saga: Saga<Services>;
  readonly outcome: Outcome;
}

class InjectedFailure extends Error {
  readonly code = "injected_failure";
}

/**
 * The generic tests of a saga: every step done twice, steps that are recorded later repeated together, a failure
 * before and after the work of each step, and the same with every undo done twice. After `succeeded` the state must be
 * exactly what the saga promises, after `failed` exactly what it was before.
 */
export function sagaVariants<Services>(saga: Saga<Services>): readonly SagaVariant<Services>[] {
  return [
    { title: "undisturbed", saga, outcome: "succeeded" },
    { title: "every step done twice", saga: withSteps(saga, doneTwice), outcome: "succeeded" },
    ...saga.steps.flatMap(({ name, recordedLater }): SagaVariant<Services>[] =>
      recordedLater === true
        ? [{ title: `repeated by a crash after ${name}`, saga: repeatedAfter(saga, name), outcome: "succeeded" }]
        : [],
    ),
    ...saga.steps.flatMap(({ name }): SagaVariant<Services>[] => [
      { title: `failing before ${name}`, saga: withStep(saga, name, failingBefore), outcome: "failed" },
      { title: `failing after ${name}`, saga: withStep(saga, name, failingAfter), outcome: "failed" },
      {
        title: `failing after ${name}, every undo done twice`,
        saga: withSteps(withStep(saga, name, failingAfter), undoneTwice),
        outcome: "failed",
      },
    ]),
  ];
}

type Change = <Services>(step: Step<Services>) => Step<Services>;

function withSteps<Services>(saga: Saga<Services>, change: Change): Saga<Services> {
  return { ...saga, steps: saga.steps.map(change) };
}

function withStep<Services>(saga: Saga<Services>, name: string, change: Change): Saga<Services> {
  return withSteps(saga, (step) => (step.name === name ? change(step) : step));
}

function doneTwice<Services>(step: Step<Services>): Step<Services> {
  return {
    ...step,
    async do(context) {
      await step.do(context);
      return (await step.do(context)) ?? undefined;
    },
  };
}

/** After the step, all steps are done again that a crash would then repeat: from the last one that was recorded. */
function repeatedAfter<Services>(saga: Saga<Services>, name: string): Saga<Services> {
  const end = saga.steps.findIndex((step) => step.name === name) + 1;
  const start = saga.steps.slice(0, end).findLastIndex(({ recordedLater }) => recordedLater !== true);
  const repeated = saga.steps.slice(Math.max(start, 0), end);
  const repeating = (step: Step<Services>): Step<Services> => ({
    ...step,
    async do(context) {
      await step.do(context);
      let result: StepResult | undefined;
      for (const again of repeated) result = (await again.do(context)) ?? undefined;
      return result;
    },
  });
  return { ...saga, steps: saga.steps.map((step) => (step.name === name ? repeating(step) : step)) };
}

function failingBefore<Services>(step: Step<Services>): Step<Services> {
  return {
    ...step,
    do() {
      throw new InjectedFailure(`${step.name} fails before its work`);
    },
  };
}

function failingAfter<Services>(step: Step<Services>): Step<Services> {
  return {
    ...step,
    async do(context) {
      await step.do(context);
      throw new InjectedFailure(`${step.name} fails after its work`);
    },
  };
}

function undoneTwice<Services>(step: Step<Services>): Step<Services> {
  const { undo } = step;
  if (undo === undefined) return step;
  return {
    ...step,
    async undo(context: StepContext<Services>) {
      await undo.call(step, context);
      await undo.call(step, context);
    },
  };
}

export interface RunToEndOptions<Services> {
  readonly database: Database;
  readonly saga: Saga<Services>;
  readonly services: Services;
  readonly operationId: string;
  readonly logger?: Logger;
}

/**
 * Runs an existing operation to its end with a separate worker.
 * @returns its outcome
 */
export async function runToEnd<Services>({
  database,
  saga,
  services,
  operationId,
  logger = silent,
}: RunToEndOptions<Services>): Promise<Outcome> {
  const worker = runWorker({ database, sagas: [saga], services, logger });
  try {
    return await ending(database, operationId);
  } finally {
    await worker.stop();
  }
}

/** Waits until an operation has ended. */
export async function ending(database: Database, operationId: string): Promise<Outcome> {
  for (;;) {
    const { rows } = await database.pool.query<{ status: Outcome; ended: boolean }>(
      "SELECT status, finished_at IS NOT NULL AS ended FROM operation WHERE operation_id = $1",
      [operationId],
    );
    const row = rows[0];
    if (row === undefined) throw new Error(`There is no operation ${operationId}.`);
    if (row.ended) return row.status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Drops logs: injected failures are expected and would hide others. */
export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A step for tests that runs until it is aborted, and then throws the reason. */
export function untilAborted({ signal }: StepContext): Promise<undefined> {
  const { promise, reject } = Promise.withResolvers<undefined>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
