import { z } from "zod";
import { Timestamp } from "../values/fields.ts";

/**
 * How a view ended: an operator ended it, its time was over, the operator was locked, lost the role, signed out, or became
 * a member. Null while it is open, and where that was not recorded.
 */
export const EndedBy = z.enum(["operator", "time", "lock", "role", "sign_out", "membership"]).nullable();

/** A view of the organization by an operator of the cloud, as its managers see it. */
export const OperatorView = z.strictObject({
  acting_id: z.string(),
  operator_name: z.string(),
  reason: z.string(),
  started_at: Timestamp,
  /** When it ends, or would have ended, by itself. */
  ends_at: Timestamp,
  ended_at: Timestamp.nullable(),
  ended_by: EndedBy,
  /** Whether the operator may view it now. */
  active: z.boolean(),
});
export type OperatorView = z.infer<typeof OperatorView>;
