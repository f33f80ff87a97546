// Without schemas, so that importers of these constants do not load zod.

/** States and transitions of the public API */
export const SECRET_STORE_STATUSES = ["active", "archived", "deleting"] as const;
/** enabled ⇄ disabled. Either → destroyed, which is final: the value is wiped and the version stays in the list. */
export const SECRET_VERSION_STATUSES = ["enabled", "disabled", "destroyed"] as const;

/** How many days a deleted store or secret can be restored. */
export const RESTORE_DAYS = 7;

/** The codes and sentences of the 409s by state. The server and the console share them. */
export const SECRET_REFUSALS = {
  store_archived: "The secret store is archived, so it is read-only; unarchive it first.",
  secret_deleted: "The secret is deleted; restore it first.",
  secret_expired:
    "The secret has expired, so its value is no longer returned; give it a later expires_at if it is still valid.",
} as const;

/** The largest value, in bytes. Larger data belongs in a bucket, encrypted with a key that is stored here. */
export const MOST_VALUE_BYTES = 64 * 1024;
