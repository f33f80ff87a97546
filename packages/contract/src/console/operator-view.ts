import { z } from "zod";
import { Timestamp } from "../values/fields.ts";

/** A look of an operator of the cloud at an organization, as its managers see it. */
export const OperatorView = z.strictObject({
  acting_id: z.string(),
  operator_name: z.string(),
  reason: z.string(),
  started_at: Timestamp,
  /** When it ends, or would have ended, by itself. */
  ends_at: Timestamp,
  /** When the operator ended it. */
  ended_at: Timestamp.nullable(),
  /** Whether the operator looks now. */
  active: z.boolean(),
});
export type OperatorView = z.infer<typeof OperatorView>;
