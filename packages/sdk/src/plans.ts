import type { ChangePlan } from "./api/schemas.ts";

/** The methods of a resource that change something, answered with what they would do. They take the same input. */
export type Planned<Methods, Verb extends keyof Methods, Plan = ChangePlan> = {
  readonly [Name in Verb]: Methods[Name] extends (...sent: infer Sent) => unknown
    ? (...sent: Sent) => Promise<Plan>
    : never;
};
