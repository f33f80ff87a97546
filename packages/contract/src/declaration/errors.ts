import { z } from "zod";
import { ChangePlan } from "../foresight/change-plan.ts";

/** The kinds of refusal and the HTTP status of each (spec: Errors). */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  billing_denied: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof ERROR_STATUS;

/** One invalid field of the request, by its dotted path. "" is the body as a whole. */
export const FieldError = z.strictObject({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** A resource that blocks the request. */
export const Blocker = z.strictObject({ type: z.string(), id: z.string(), name: z.string() });
export type Blocker = z.infer<typeof Blocker>;

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
