import type { ChangePlan, FieldChange, ResourceChange } from "@fulmar/contract";
import type { Problem } from "@fulmar/trpc";
import { problemOf } from "./problem.ts";

/** A change plan as tRPC answers it: a value that may be null may be absent. */
export interface ShownPlan extends Omit<ChangePlan, "changes"> {
  readonly changes: ShownChange[];
}
export interface ShownChange extends Omit<ResourceChange, "fields"> {
  readonly fields: ShownField[];
}
export type ShownField = Pick<FieldChange, "field"> & Partial<FieldChange>;

/** A procedure below `trpc.changePlan`. */
export interface PlanProcedure<Input> {
  readonly "~types": { readonly input: Input };
  readonly mutationOptions: () => {
    readonly mutationKey: readonly unknown[];
    readonly mutationFn?: ((input: Input, context: never) => Promise<ShownPlan>) | undefined;
  };
}

/** A change that is about to be asked for: what it would do can be found out first. */
export interface PlanQuestion {
  readonly key: readonly unknown[];
  readonly ask: () => Promise<ShownPlan>;
  /** The changed resource, where several are changed together. */
  readonly name?: string;
}

/**
 * The question what a change would do.
 * @param procedure such as `trpc.changePlan.volume.delete`
 * @param input the very input that will be sent
 */
export function planOf<Input>(procedure: PlanProcedure<Input>, input: Input, name?: string): PlanQuestion {
  const { mutationKey, mutationFn } = procedure.mutationOptions();
  return {
    key: [mutationKey, input],
    // Kernel: tRPC's function takes the input alone.
    ask: () => mutationFn?.(input, undefined as never) ?? Promise.reject(new Error("the procedure has no function")),
    ...(name !== undefined && { name }),
  };
}

/** The effects of one change, or its refusal. */
export type PlanAnswer =
  | { readonly name: string | undefined; readonly plan: ShownPlan }
  | { readonly name: string | undefined; readonly problem: Problem };

/** A bulk action asks as many questions as it then sends requests, at most this many at once. */
const AT_ONCE = 4;

/** Asks what changes would do, in their order. After an abort no more are asked. */
export async function askPlans(questions: readonly PlanQuestion[], signal: AbortSignal): Promise<PlanAnswer[]> {
  const answers: PlanAnswer[] = [];
  const waiting = questions.entries();
  const work = async () => {
    for (const [index, { ask, name }] of waiting) {
      if (signal.aborted) return;
      answers[index] = await ask().then(
        (plan) => ({ name, plan }),
        (error: unknown) => ({ name, problem: problemOf(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}
