// Without schemas, so that importers of these constants do not load zod.

/** States of the public API, snapshot set and backup `last_status`. */
export const CAPTURE_STATUSES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export const CAPTURE_SCOPES = ["root_only", "all_attached", "selective"] as const;
export const BACKUP_TYPES = ["full", "incremental"] as const;
export const BACKUP_FREQUENCIES = ["hourly", "daily", "weekly"] as const;

export const DESTINATION_STATUSES = ["checking", "ready", "failed"] as const;
export const COPY_STATUSES = ["waiting", "copied", "failed", "removing"] as const;
