/**
 * `pending` waits for a person. `approved` was approved and waits for the token to send its request again, which is so
 * for requests whose answer is all that they do, such as a signed URL. `failed` was approved, and refused when it was
 * carried out, or its plan had changed.
 */
export const APPROVAL_STATUSES = [
  "pending",
  "approved",
  "rejected",
  "carried_out",
  "failed",
  "expired",
  "cancelled",
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
