-- A snapshot that came to nothing says why, as backups do.

ALTER TABLE "snapshot_set"
  -- The operation that took it.
  ADD COLUMN "operation_id" text,
  ADD COLUMN "error_code" text,
  ADD COLUMN "error_message" text;

UPDATE "snapshot_set" s SET "operation_id" = o."operation_id", "error_code" = o."error_code", "error_message" = o."error_message"
  FROM "operation" o
 WHERE o."workspace_id" = s."workspace_id" AND o."resource_id" = s."vm_id" AND o."input"->>'snapshot_set_id' = s."snapshot_set_id";
