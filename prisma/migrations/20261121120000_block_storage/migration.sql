-- Volumes become real at their provider: operations hold them, deleted ones are reclaimed there, and they have snapshots.
ALTER TABLE "volume"
  ADD COLUMN "snapshot_id" text,
  ADD COLUMN "operation_id" text,
  ADD COLUMN "next_operation_id" text,
  ADD COLUMN "error_message" text,
  ADD COLUMN "reclaimed_at" timestamptz(3);
ALTER TABLE "volume_operation" ADD COLUMN "operation_id" text;

-- Until now a deletion was a matter of our tables alone.
UPDATE "volume" SET "reclaimed_at" = "deleted_at" WHERE "deleted_at" IS NOT NULL;

-- A volume that is changing is held by the operation that changes it; a deleted one by none.
ALTER TABLE "volume" ADD CONSTRAINT "volume_held_check"
  CHECK (("operation_id" IS NOT NULL OR "status" IN ('available', 'in-use', 'deleting', 'error'))
     AND ("operation_id" IS NULL OR "deleted_at" IS NULL));
-- Whoever asked for a volume that is being detached gets it next.
ALTER TABLE "volume" ADD CONSTRAINT "volume_next_check" CHECK ("next_operation_id" IS NULL OR "status" = 'detaching');
ALTER TABLE "volume" ADD CONSTRAINT "volume_target_check" CHECK ("status" NOT IN ('attaching', 'detaching') OR "attached_vm_id" IS NOT NULL);
ALTER TABLE "volume" ADD CONSTRAINT "volume_reclaimed_check" CHECK ("reclaimed_at" IS NULL OR "deleted_at" IS NOT NULL);

CREATE INDEX "volume_unreclaimed_idx" ON "volume" ("deleted_at") WHERE "deleted_at" IS NOT NULL AND "reclaimed_at" IS NULL;
CREATE INDEX "volume_copying_idx" ON "volume" ("snapshot_id") WHERE "snapshot_id" IS NOT NULL AND "status" = 'creating';
-- The comparison with a provider's inventory walks along the ids of all workspaces.
CREATE INDEX "volume_inventory_idx" ON "volume" ("volume_id") WHERE "deleted_at" IS NULL OR "reclaimed_at" IS NULL;

CREATE TYPE "volume_snapshot_status" AS ENUM ('queued', 'running', 'succeeded', 'failed');

CREATE TABLE "volume_snapshot" (
  "snapshot_id"   text NOT NULL,
  "workspace_id"  bigint NOT NULL,
  "volume_id"     text NOT NULL,
  "name"          text NOT NULL,
  "status"        "volume_snapshot_status" NOT NULL DEFAULT 'queued',
  "size_gb"       integer NOT NULL,
  "stored_bytes"  bigint,
  "error_message" text,
  "created_at"    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "completed_at"  timestamptz(3),
  "deleted_at"    timestamptz(3),
  "reclaimed_at"  timestamptz(3),
  CONSTRAINT "volume_snapshot_pkey" PRIMARY KEY ("workspace_id", "snapshot_id"),
  CONSTRAINT "volume_snapshot_workspace_id_volume_id_fkey" FOREIGN KEY ("workspace_id", "volume_id")
    REFERENCES "volume" ("workspace_id", "volume_id") ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE "volume_snapshot" ADD CONSTRAINT "volume_snapshot_completed_check"
  CHECK (("completed_at" IS NOT NULL) = ("status" IN ('succeeded', 'failed')) AND ("error_message" IS NOT NULL) = ("status" = 'failed'));
ALTER TABLE "volume_snapshot" ADD CONSTRAINT "volume_snapshot_deleted_check"
  CHECK (("deleted_at" IS NULL OR "completed_at" IS NOT NULL) AND ("reclaimed_at" IS NULL OR "deleted_at" IS NOT NULL));

-- A snapshot that came to nothing does not keep its name.
CREATE UNIQUE INDEX "volume_snapshot_name_unique" ON "volume_snapshot" ("workspace_id", "volume_id", "name")
  WHERE "deleted_at" IS NULL AND "status" <> 'failed';
CREATE INDEX "volume_snapshot_list_idx" ON "volume_snapshot" ("workspace_id", "volume_id", "snapshot_id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_snapshot_unreclaimed_idx" ON "volume_snapshot" ("deleted_at") WHERE "deleted_at" IS NOT NULL AND "reclaimed_at" IS NULL;

SELECT "guard_workspace_rows"('volume_snapshot');
GRANT SELECT, INSERT, UPDATE ON "volume_snapshot" TO "fulmar_workspace";

-- The simulated provider's volumes; an instance that is deleted lets its volumes go.
CREATE TABLE "simulated"."volume" (
  "volume_id"          text PRIMARY KEY,
  "name"               text NOT NULL,
  "size_gb"            integer NOT NULL,
  "type"               text NOT NULL,
  "source_snapshot_id" text,
  "created_at"         timestamptz NOT NULL DEFAULT now(),
  "vanishes_at"        timestamptz
);
CREATE VIEW "simulated"."live_volume" AS SELECT * FROM "simulated"."volume" WHERE "vanishes_at" IS NULL OR "vanishes_at" > clock_timestamp();

CREATE TABLE "simulated"."volume_attachment" (
  "volume_id"   text PRIMARY KEY REFERENCES "simulated"."volume" ("volume_id") ON DELETE CASCADE,
  "vm_id"       text NOT NULL REFERENCES "simulated"."instance" ("vm_id") ON DELETE CASCADE,
  "device_path" text NOT NULL,
  UNIQUE ("vm_id", "device_path")
);
CREATE TABLE "simulated"."volume_snapshot" (
  "snapshot_id" text NOT NULL,
  "volume_id"   text NOT NULL REFERENCES "simulated"."volume" ("volume_id") ON DELETE CASCADE,
  "size_gb"     integer NOT NULL,
  "created_at"  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("volume_id", "snapshot_id")
);

-- Volumes that there are already are there at their provider from now on.
INSERT INTO "simulated"."volume" ("volume_id", "name", "size_gb", "type")
  SELECT v."volume_id", v."name", v."size_gb", v."type" FROM "volume" v JOIN "site" s ON s."site_id" = v."site_id"
   WHERE v."deleted_at" IS NULL AND s."provider" = 'simulated';
INSERT INTO "simulated"."volume_attachment" ("volume_id", "vm_id", "device_path")
  SELECT v."volume_id", i."vm_id", v."device_path" FROM "volume" v
    JOIN "simulated"."volume" p ON p."volume_id" = v."volume_id" JOIN "simulated"."instance" i ON i."vm_id" = v."attached_vm_id";
