-- What buckets hold (docs/adr/0023). Rows say what there is; the bytes are files of the object store, which are named by `file_id`.

-- Counts up with whatever changes in a bucket, also where neither count nor size does: that is what is announced to consoles, once for each change.
ALTER TABLE "bucket" ADD COLUMN "objects_changed_at" timestamptz(3);

-- By S3's rules keys are in the order of their bytes.
CREATE TABLE "object" (
  "workspace_id"   bigint NOT NULL,
  "bucket_id"      text NOT NULL,
  "key"            text COLLATE "C" NOT NULL,
  "size"           bigint NOT NULL,
  "etag"           text NOT NULL,
  "content_type"   text NOT NULL,
  -- What the answer to a GET repeats besides: Cache-Control, Content-Disposition, Content-Encoding, Content-Language, Expires.
  "headers"        jsonb NOT NULL DEFAULT '{}',
  -- x-amz-meta-*, without that prefix.
  "metadata"       jsonb NOT NULL DEFAULT '{}',
  -- {"algorithm": "CRC32", "value": "…"}, of the whole object; null where nobody has sent one.
  "checksum"       jsonb,
  -- Several where it was uploaded in parts, in their order.
  "file_ids"       text[] NOT NULL,
  "file_sizes"     bigint[] NOT NULL,
  -- Of the multipart upload that made it, so that a client which asks twice for its completion gets the same answer.
  "upload_id"      text,
  "lock_mode"      "retention_mode",
  "retained_until" timestamptz(3),
  "modified_at"    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "bucket_id", "key"),
  CONSTRAINT "object_bucket_fkey" FOREIGN KEY ("workspace_id", "bucket_id")
    REFERENCES "bucket" ("workspace_id", "bucket_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "object_key_check" CHECK (octet_length("key") BETWEEN 1 AND 1024),
  CONSTRAINT "object_size_check" CHECK ("size" >= 0),
  CONSTRAINT "object_files_check" CHECK (cardinality("file_ids") > 0 AND cardinality("file_ids") = cardinality("file_sizes")),
  CONSTRAINT "object_lock_check" CHECK (num_nonnulls("lock_mode", "retained_until") <> 1)
);
SELECT "guard_workspace_rows"('object');
GRANT SELECT, INSERT, UPDATE, DELETE ON "object" TO "fulmar_workspace";

-- Every file that a row has named. What no row names any more is freed, and taken off the disk a little later: whoever reads it finishes.
CREATE TABLE "object_file" (
  "workspace_id" bigint NOT NULL,
  "file_id"      text NOT NULL,
  "freed_at"     timestamptz(3),
  PRIMARY KEY ("file_id")
);
CREATE INDEX "object_file_freed_idx" ON "object_file" ("freed_at") WHERE "freed_at" IS NOT NULL;
SELECT "guard_workspace_rows"('object_file');
GRANT SELECT, INSERT, UPDATE ON "object_file" TO "fulmar_workspace";

-- An upload in parts, from its creation until it is completed or aborted.
CREATE TABLE "multipart_upload" (
  "workspace_id"   bigint NOT NULL,
  "upload_id"      text NOT NULL,
  "bucket_id"      text NOT NULL,
  "key"            text COLLATE "C" NOT NULL,
  "content_type"   text NOT NULL,
  "headers"        jsonb NOT NULL DEFAULT '{}',
  "metadata"       jsonb NOT NULL DEFAULT '{}',
  "lock_mode"      "retention_mode",
  "retained_until" timestamptz(3),
  "created_at"     timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "upload_id"),
  CONSTRAINT "multipart_upload_bucket_fkey" FOREIGN KEY ("workspace_id", "bucket_id")
    REFERENCES "bucket" ("workspace_id", "bucket_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "multipart_upload_key_check" CHECK (octet_length("key") BETWEEN 1 AND 1024),
  CONSTRAINT "multipart_upload_lock_check" CHECK (num_nonnulls("lock_mode", "retained_until") <> 1)
);
CREATE INDEX "multipart_upload_key_idx" ON "multipart_upload" ("workspace_id", "bucket_id", "key", "upload_id");
CREATE INDEX "multipart_upload_age_idx" ON "multipart_upload" ("created_at");
SELECT "guard_workspace_rows"('multipart_upload');
GRANT SELECT, INSERT, UPDATE, DELETE ON "multipart_upload" TO "fulmar_workspace";

CREATE TABLE "multipart_part" (
  "workspace_id" bigint NOT NULL,
  "upload_id"    text NOT NULL,
  "part_number"  int NOT NULL,
  "file_id"      text NOT NULL,
  "size"         bigint NOT NULL,
  "etag"         text NOT NULL,
  "modified_at"  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "upload_id", "part_number"),
  CONSTRAINT "multipart_part_upload_fkey" FOREIGN KEY ("workspace_id", "upload_id")
    REFERENCES "multipart_upload" ("workspace_id", "upload_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "multipart_part_number_check" CHECK ("part_number" BETWEEN 1 AND 10000),
  CONSTRAINT "multipart_part_size_check" CHECK ("size" >= 0)
);
SELECT "guard_workspace_rows"('multipart_part');
GRANT SELECT, INSERT, UPDATE, DELETE ON "multipart_part" TO "fulmar_workspace";

-- However parts go (replaced by nothing, aborted, with their bucket), their files are freed; a completion takes those that it keeps back.
CREATE FUNCTION "free_part_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE object_file SET freed_at = now() WHERE file_id IN (SELECT g.file_id FROM gone g);
  RETURN NULL;
END $$;
CREATE TRIGGER "multipart_part_freed" AFTER DELETE ON "multipart_part" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "free_part_files"();
