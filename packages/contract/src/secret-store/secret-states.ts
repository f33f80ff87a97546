// Without schemas: who shows or checks these words need not bring zod.

/** spec: States and transitions */
export const SECRET_STORE_STATUSES = ["active", "archived", "deleting"] as const;
/** enabled ⇄ disabled; either → destroyed, which is for good: the value is wiped, the version stays in the list. */
export const SECRET_VERSION_STATUSES = ["enabled", "disabled", "destroyed"] as const;

/** How long what was deleted can be restored, in days (design: Secret store). */
export const RESTORE_DAYS = 7;

/**
 * Why a state refuses a request: the codes of the 409s and their sentences. The server and the console say the same.
 */
export const SECRET_REFUSALS = {
  store_archived: "The secret store is archived, so it is read-only; unarchive it first.",
  secret_deleted: "The secret is deleted; restore it first.",
  secret_expired:
    "The secret has expired, so its value is no longer answered; give it a later expires_at if it is still good.",
} as const;

/** Bytes that one value may have; what does not fit belongs into a bucket, encrypted with a key that is kept here. */
export const MOST_VALUE_BYTES = 64 * 1024;
