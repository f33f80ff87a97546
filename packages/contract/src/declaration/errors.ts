import { z } from "zod";

/** The kinds of refusal and the HTTP status of each. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  billing_denied: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof ERROR_STATUS;

/** One invalid field of the request, by its dotted path. "" is the body as a whole. */
export const FieldError = z.strictObject({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** A resource that blocks the request. */
export const Blocker = z.strictObject({
  type: z.string(),
  id: z.string(),
  name: z.string().optional().describe("Left out if the caller may not read the resource."),
});
export type Blocker = z.infer<typeof Blocker>;
