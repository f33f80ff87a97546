import { z } from "zod";
import { ChangePlan } from "../foresight/change-plan.ts";
import { Blocker, FieldError } from "./errors.ts";

/** A request that waits for a person. */
export interface AwaitedApproval {
  readonly approval_id: string;
  readonly approval_url: string;
  readonly plan: ChangePlan;
}

/** The body of every error response. `detail` is one sentence that a person can act on. */
export const ErrorBody = z
  .strictObject({
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
    errors: z.array(FieldError).optional(),
    blockers: z.array(Blocker).optional(),
    /** With `approval_required`: what waits for a person now, what it would do, and the page on which they decide. */
    approval_id: z.string().optional(),
    approval_url: z.string().optional(),
    plan: ChangePlan.optional(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;
