-- Buckets at any S3 that keep encrypted copies of backups (docs/adr/0156).
CREATE TABLE "backup_destination" (
  "destination_id"    text NOT NULL,
  "workspace_id"      bigint NOT NULL,
  "name"              text NOT NULL,
  "status"            text NOT NULL DEFAULT 'checking',
  "endpoint"          text NOT NULL,
  "region"            text NOT NULL,
  "bucket"            text NOT NULL,
  "prefix"            text NOT NULL,
  -- The access key, its secret, and the key that encrypts the copies, as JSON.
  "sealed_access"     bytea NOT NULL,
  "key_fingerprint"   text NOT NULL,
  "keep_count"        integer,
  "keep_days"         integer,
  "error_message"     text,
  "checked_at"        timestamptz(3),
  "unreadable_copies" integer NOT NULL DEFAULT 0,
  -- When a worker looks at the bucket, and how often one has.
  "check_at"          timestamptz(3) NOT NULL DEFAULT now(),
  "attempts"          integer NOT NULL DEFAULT 0,
  "created_at"        timestamptz(3) NOT NULL DEFAULT now(),

  -- The workspace leads the key, so that a list is a walk along it.
  CONSTRAINT "backup_destination_pkey" PRIMARY KEY ("workspace_id", "destination_id"),
  CONSTRAINT "backup_destination_status_known" CHECK ("status" IN ('checking', 'ready', 'failed'))
);
CREATE UNIQUE INDEX "backup_destination_name_unique" ON "backup_destination" ("workspace_id", "name");
-- A rotation of the installation's secret walks along it.
CREATE UNIQUE INDEX "backup_destination_id_idx" ON "backup_destination" ("destination_id");
CREATE INDEX "backup_destination_due_idx" ON "backup_destination" ("check_at", "destination_id");
SELECT "guard_workspace_rows"('backup_destination');
-- Locking a row takes the right to change it.
GRANT SELECT, INSERT, UPDATE, DELETE ON "backup_destination" TO "fulmar_workspace";
SELECT "announce_changes"('backup_destination', 'backup_destination', 'destination_id');

-- One row for each copy of a backup, made here or found in the bucket. It refers neither to the backup nor to its VM,
-- which it outlives.
CREATE TABLE "backup_copy" (
  "copy_id"        text NOT NULL,
  "workspace_id"   bigint NOT NULL,
  "destination_id" text NOT NULL,
  -- Its name in the bucket. That of a copy made here is its id.
  "object_id"      text NOT NULL,
  "status"         text NOT NULL DEFAULT 'waiting',
  "own"            boolean NOT NULL,
  "backup_id"      text NOT NULL,
  "vm_id"          text NOT NULL,
  "vm_name"        text NOT NULL,
  "vm_type"        "vm_type" NOT NULL,
  "taken_at"       timestamptz(3) NOT NULL,
  -- What the bucket says of it. Null until all of it is there.
  "manifest"       jsonb,
  -- The files that are in the bucket already, while others are not.
  "files"          jsonb NOT NULL DEFAULT '[]',
  "size_bytes"     bigint,
  "waiting_reason" text,
  "error_message"  text,
  "copied_at"      timestamptz(3),
  -- When a worker goes on with it, and how often one has.
  "copy_at"        timestamptz(3),
  "attempts"       integer NOT NULL DEFAULT 0,
  "created_at"     timestamptz(3) NOT NULL DEFAULT now(),

  CONSTRAINT "backup_copy_pkey" PRIMARY KEY ("workspace_id", "copy_id"),
  CONSTRAINT "backup_copy_destination_fkey" FOREIGN KEY ("workspace_id", "destination_id")
    REFERENCES "backup_destination" ("workspace_id", "destination_id") ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT "backup_copy_status_known" CHECK ("status" IN ('waiting', 'copied', 'failed', 'removing')),
  CONSTRAINT "backup_copy_manifest_there" CHECK ("status" NOT IN ('copied', 'removing') OR "manifest" IS NOT NULL),
  CONSTRAINT "backup_copy_due" CHECK (("copy_at" IS NULL) = ("status" <> 'waiting'))
);
CREATE UNIQUE INDEX "backup_copy_object_unique" ON "backup_copy" ("workspace_id", "destination_id", "object_id");
CREATE INDEX "backup_copy_backup_idx" ON "backup_copy" ("workspace_id", "backup_id");
CREATE INDEX "backup_copy_due_idx" ON "backup_copy" ("copy_at", "copy_id") WHERE "copy_at" IS NOT NULL;
SELECT "guard_workspace_rows"('backup_copy');
GRANT SELECT, UPDATE, DELETE ON "backup_copy" TO "fulmar_workspace";
SELECT "announce_changes"('backup_copy', 'backup_copy', 'copy_id');

ALTER TABLE "backup_policy" ADD COLUMN "destination_id" text,
  ADD CONSTRAINT "backup_policy_destination_fkey" FOREIGN KEY ("workspace_id", "destination_id")
    REFERENCES "backup_destination" ("workspace_id", "destination_id") ON UPDATE NO ACTION;
CREATE INDEX "backup_policy_destination_idx" ON "backup_policy" ("workspace_id", "destination_id")
  WHERE "destination_id" IS NOT NULL;

-- A VM that is made of a copy has what it needs when its create ends: the backup that the copy became is removed at the
-- site.
CREATE FUNCTION "write_fetched_copy_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone(NEW.input ->> 'provider', 'backup', NEW.input -> 'backup' ->> 'backup_id', NEW.input -> 'backup' ->> 'vm_id', 'deleted');
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "write_fetched_copy_tombstone"() FROM PUBLIC;
CREATE TRIGGER "operation_fetched_copy_tombstone" AFTER UPDATE ON "operation" FOR EACH ROW
  WHEN (NEW."saga" = 'create-vm-of-copy' AND OLD."finished_at" IS NULL AND NEW."finished_at" IS NOT NULL)
  EXECUTE FUNCTION "write_fetched_copy_tombstone"();
