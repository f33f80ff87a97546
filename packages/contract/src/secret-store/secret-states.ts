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
