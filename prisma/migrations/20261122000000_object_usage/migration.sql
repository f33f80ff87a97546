-- How much a bucket holds, in several rows that are summed (docs/adr/0023): writers of one bucket do not wait for each other's commits. Each adds to
-- the row of its connection's slot; of one row alone neither number means anything, and both may be negative.
CREATE TABLE "bucket_usage" (
  "workspace_id" bigint NOT NULL,
  "bucket_id"    text NOT NULL,
  "slot"         smallint NOT NULL,
  "object_count" bigint NOT NULL,
  "total_size"   bigint NOT NULL,
  -- Moves with whatever changes in the bucket, also where neither count nor size does: that is what is announced to consoles.
  "changed_at"   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "bucket_id", "slot"),
  CONSTRAINT "bucket_usage_bucket_fkey" FOREIGN KEY ("workspace_id", "bucket_id")
    REFERENCES "bucket" ("workspace_id", "bucket_id") ON DELETE CASCADE ON UPDATE CASCADE
)
-- A row changes as often as its bucket: its next version stays on its page.
WITH (fillfactor = 50);
SELECT "guard_workspace_rows"('bucket_usage');
GRANT SELECT, INSERT, UPDATE ON "bucket_usage" TO "fulmar_workspace";

INSERT INTO "bucket_usage" ("workspace_id", "bucket_id", "slot", "object_count", "total_size")
  SELECT "workspace_id", "bucket_id", 0, "object_count", "total_size" FROM "bucket" WHERE "object_count" <> 0 OR "total_size" <> 0;
ALTER TABLE "bucket" DROP CONSTRAINT "bucket_usage_check";
ALTER TABLE "bucket" DROP COLUMN "object_count", DROP COLUMN "total_size", DROP COLUMN "objects_changed_at";
SELECT "announce_changes"('bucket', 'bucket', 'bucket_id');
SELECT "announce_changes"('bucket_usage', 'bucket', 'bucket_id');

-- The object that an upload in parts became, for whoever completes it twice.
CREATE INDEX "object_upload_idx" ON "object" ("workspace_id", "upload_id") WHERE "upload_id" IS NOT NULL;
