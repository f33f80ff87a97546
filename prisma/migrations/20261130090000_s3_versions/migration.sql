-- Versions, tags, legal holds, checksums of parts and the configuration of buckets (docs/adr/0048).

-- Null: versioning was never turned on.
CREATE TYPE "bucket_versioning" AS ENUM ('Enabled', 'Suspended');
ALTER TABLE "bucket" ADD COLUMN "versioning" "bucket_versioning";
-- The oldest bucket of a name answers unsigned requests to its plain path.
CREATE INDEX "bucket_name_age_idx" ON "bucket" ("name", "created_at", "bucket_id");

ALTER TABLE "object"
  -- Null: the version "null" of S3, written while versioning was off or suspended.
  ADD COLUMN "version_id" text,
  ADD COLUMN "tags" jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN "legal_hold" boolean NOT NULL DEFAULT false;

-- What was under a key before its present object: earlier versions and delete markers. "object" holds only present objects, so
-- buckets without versions pay nothing. The newest of a key has the highest number.
CREATE TABLE "object_version" (
  "workspace_id"   bigint NOT NULL,
  "bucket_id"      text NOT NULL,
  "key"            text COLLATE "C" NOT NULL,
  "number"         bigint GENERATED ALWAYS AS IDENTITY,
  "version_id"     text,
  "is_marker"      boolean NOT NULL DEFAULT false,
  "size"           bigint NOT NULL DEFAULT 0,
  "etag"           text NOT NULL DEFAULT '',
  "content_type"   text NOT NULL DEFAULT '',
  "headers"        jsonb NOT NULL DEFAULT '{}',
  "metadata"       jsonb NOT NULL DEFAULT '{}',
  "tags"           jsonb NOT NULL DEFAULT '{}',
  "checksum"       jsonb,
  "file_ids"       text[] NOT NULL DEFAULT '{}',
  "file_sizes"     bigint[] NOT NULL DEFAULT '{}',
  "upload_id"      text,
  "lock_mode"      "retention_mode",
  "retained_until" timestamptz(3),
  "legal_hold"     boolean NOT NULL DEFAULT false,
  "modified_at"    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When a newer version took its place.
  "noncurrent_at"  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("workspace_id", "bucket_id", "key", "number"),
  CONSTRAINT "object_bucket_fkey" FOREIGN KEY ("workspace_id", "bucket_id")
    REFERENCES "bucket" ("workspace_id", "bucket_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "object_version_key_check" CHECK (octet_length("key") BETWEEN 1 AND 1024),
  CONSTRAINT "object_version_files_check" CHECK (cardinality("file_ids") = cardinality("file_sizes") AND (cardinality("file_ids") = 0) = "is_marker"),
  CONSTRAINT "object_version_lock_check" CHECK (num_nonnulls("lock_mode", "retained_until") <> 1)
);
CREATE UNIQUE INDEX "object_version_id_unique" ON "object_version" ("workspace_id", "bucket_id", "key", "version_id") NULLS NOT DISTINCT;
SELECT "guard_workspace_rows"('object_version');
GRANT SELECT, INSERT, UPDATE, DELETE ON "object_version" TO "fulmar_workspace";

ALTER TABLE "multipart_upload"
  ADD COLUMN "tags" jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN "legal_hold" boolean NOT NULL DEFAULT false,
  -- {"algorithm": "crc32", "type": "COMPOSITE"}; null where the client has not chosen one.
  ADD COLUMN "checksum" jsonb;
ALTER TABLE "multipart_part" ADD COLUMN "checksum" jsonb;

-- What S3 clients set for a bucket, one row for each kind: CORS, lifecycle, policy and so on.
CREATE TABLE "bucket_configuration" (
  "workspace_id" bigint NOT NULL,
  "bucket_id"    text NOT NULL,
  "kind"         text NOT NULL,
  "document"     jsonb NOT NULL,
  "changed_at"   timestamptz(3) NOT NULL DEFAULT now(),
  -- When lifecycle rules were last applied.
  "applied_at"   timestamptz(3),
  PRIMARY KEY ("workspace_id", "bucket_id", "kind"),
  CONSTRAINT "bucket_configuration_bucket_fkey" FOREIGN KEY ("workspace_id", "bucket_id")
    REFERENCES "bucket" ("workspace_id", "bucket_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "bucket_configuration_kind_idx" ON "bucket_configuration" ("kind", "workspace_id", "bucket_id");
SELECT "guard_workspace_rows"('bucket_configuration');
GRANT SELECT, INSERT, UPDATE, DELETE ON "bucket_configuration" TO "fulmar_workspace";
