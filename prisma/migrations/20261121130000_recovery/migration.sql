-- Snapshots can be restored and deleted, backups run by their schedules, and both are removed at their provider.

ALTER TABLE "snapshot_set"
  -- What was restored where, by the volume that it was captured from.
  ADD COLUMN "restored" jsonb NOT NULL DEFAULT '{}',
  -- The operation that is restoring it: while one does, it is not deleted.
  ADD COLUMN "restore_operation_id" text,
  -- Gone for everybody but the worker, which removes it at its provider and then the row.
  ADD COLUMN "deleted_at" timestamptz(3);
ALTER TABLE "snapshot_set" ADD CONSTRAINT "snapshot_set_restore_check"
  CHECK ("restore_operation_id" IS NULL OR ("status" = 'succeeded' AND "deleted_at" IS NULL));
ALTER TABLE "snapshot_set" ADD CONSTRAINT "snapshot_set_deleted_check" CHECK ("deleted_at" IS NULL OR "status" NOT IN ('queued', 'running'));

DROP INDEX "snapshot_set_name_unique";
CREATE UNIQUE INDEX "snapshot_set_name_unique" ON "snapshot_set" ("workspace_id", "vm_id", "name")
  WHERE "deleted_at" IS NULL AND "status" NOT IN ('failed', 'cancelled');
CREATE INDEX "snapshot_set_removal_idx" ON "snapshot_set" ("storage_backend", "snapshot_set_id" DESC) WHERE "deleted_at" IS NOT NULL;

ALTER TABLE "backup_policy"
  -- When the run of `next_run_at` begins: its slot and the VM's share of the window, or later while the VM is busy.
  ADD COLUMN "start_at" timestamptz(3),
  -- Until when a run that found the VM busy goes on trying; null while none did.
  ADD COLUMN "wait_until" timestamptz(3);
UPDATE "backup_policy" SET "start_at" = "next_run_at";
ALTER TABLE "backup_policy" ADD CONSTRAINT "backup_policy_schedule_check"
  CHECK ("enabled" = ("next_run_at" IS NOT NULL) AND "enabled" = ("start_at" IS NOT NULL) AND ("enabled" OR "wait_until" IS NULL));
ALTER TABLE "backup_policy" ADD CONSTRAINT "backup_policy_workspace_id_policy_id_key" UNIQUE ("workspace_id", "policy_id");
CREATE INDEX "backup_policy_due_idx" ON "backup_policy" ("start_at") WHERE "enabled";

CREATE TYPE "backup_type" AS ENUM ('full', 'incremental');
CREATE TYPE "backup_trigger" AS ENUM ('schedule', 'manual');

CREATE TABLE "backup" (
  "backup_id"            text NOT NULL,
  "workspace_id"         bigint NOT NULL,
  "vm_id"                text NOT NULL,
  "policy_id"            text,
  "operation_id"         text,
  "type"                 "backup_type" NOT NULL,
  "parent_backup_id"     text,
  "chain_id"             text NOT NULL,
  "status"               "capture_status" NOT NULL DEFAULT 'queued',
  "trigger"              "backup_trigger" NOT NULL,
  "scheduled_for"        timestamptz(3),
  "source_disk_size_gb"  integer NOT NULL,
  "storage_backend"      text NOT NULL,
  "data_volumes"         jsonb NOT NULL DEFAULT '[]',
  "artifacts"            jsonb NOT NULL DEFAULT '{}',
  "size_bytes"           bigint,
  "restored"             jsonb NOT NULL DEFAULT '{}',
  "restore_operation_id" text,
  "error_code"           text,
  "error_message"        text,
  "created_at"           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at"           timestamptz(3),
  "finished_at"          timestamptz(3),
  "expires_at"           timestamptz(3),
  "deleted_at"           timestamptz(3),
  CONSTRAINT "backup_pkey" PRIMARY KEY ("backup_id"),
  CONSTRAINT "backup_workspace_id_backup_id_key" UNIQUE ("workspace_id", "backup_id"),
  -- Two schedulers never run one slot twice.
  CONSTRAINT "backup_slot_unique" UNIQUE ("policy_id", "scheduled_for"),
  CONSTRAINT "backup_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id")
    REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "backup_policy_fkey" FOREIGN KEY ("workspace_id", "policy_id")
    REFERENCES "backup_policy" ("workspace_id", "policy_id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- No incremental without what it is built upon.
  CONSTRAINT "backup_parent_fkey" FOREIGN KEY ("workspace_id", "parent_backup_id")
    REFERENCES "backup" ("workspace_id", "backup_id") ON DELETE NO ACTION ON UPDATE CASCADE
);
ALTER TABLE "backup" ADD CONSTRAINT "backup_parent_check"
  CHECK (("parent_backup_id" IS NOT NULL) = ("type" = 'incremental' AND "status" IN ('queued', 'running', 'succeeded')));
ALTER TABLE "backup" ADD CONSTRAINT "backup_slot_check"
  CHECK (("trigger" = 'schedule') = ("scheduled_for" IS NOT NULL) AND ("scheduled_for" IS NULL OR "policy_id" IS NOT NULL));
ALTER TABLE "backup" ADD CONSTRAINT "backup_finished_check" CHECK (("finished_at" IS NOT NULL) = ("status" IN ('succeeded', 'failed', 'cancelled')));
ALTER TABLE "backup" ADD CONSTRAINT "backup_deleted_check" CHECK ("deleted_at" IS NULL OR "finished_at" IS NOT NULL);
ALTER TABLE "backup" ADD CONSTRAINT "backup_restore_check"
  CHECK ("restore_operation_id" IS NULL OR ("status" = 'succeeded' AND "deleted_at" IS NULL));

CREATE INDEX "backup_list_idx" ON "backup" ("workspace_id", "vm_id", "backup_id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "backup_parent_idx" ON "backup" ("workspace_id", "parent_backup_id") WHERE "parent_backup_id" IS NOT NULL;
CREATE INDEX "backup_expiry_idx" ON "backup" ("vm_id", "expires_at") WHERE "deleted_at" IS NULL AND "expires_at" IS NOT NULL;
CREATE INDEX "backup_removal_idx" ON "backup" ("storage_backend", "backup_id" DESC) WHERE "deleted_at" IS NOT NULL;

SELECT "guard_workspace_rows"('backup');
GRANT SELECT, INSERT, UPDATE ON "backup" TO "fulmar_workspace";

-- What is on the simulated provider's disks, as text; one that nobody has written to has no row. It goes with its machine or its volume.
CREATE TABLE "simulated"."disk" (
  "volume_id"      text PRIMARY KEY,
  "content"        text NOT NULL,
  "root_of_vm_id"  text REFERENCES "simulated"."instance" ("vm_id") ON DELETE CASCADE,
  "data_volume_id" text REFERENCES "simulated"."volume" ("volume_id") ON DELETE CASCADE
);
CREATE INDEX "disk_root_idx" ON "simulated"."disk" ("root_of_vm_id");
CREATE INDEX "disk_data_idx" ON "simulated"."disk" ("data_volume_id");
ALTER TABLE "simulated"."snapshot" ADD COLUMN "content" text NOT NULL DEFAULT '';

-- An incremental backup keeps the content only of what has changed since its parent.
CREATE TABLE "simulated"."backup" (
  "backup_id"        text NOT NULL,
  "volume_id"        text NOT NULL,
  "vm_id"            text NOT NULL,
  "parent_backup_id" text,
  "content"          text,
  "size_bytes"       bigint NOT NULL,
  "created_at"       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("backup_id", "volume_id")
);
CREATE INDEX "backup_vm_idx" ON "simulated"."backup" ("vm_id");
CREATE INDEX "backup_parent_idx" ON "simulated"."backup" ("parent_backup_id");
