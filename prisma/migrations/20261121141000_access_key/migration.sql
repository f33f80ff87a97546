CREATE TYPE "access_key_permission" AS ENUM ('read', 'read_write');

-- What S3 clients sign in with. Lists go by `credential_id`, which is in the order of time; `access_key_id` is random, and unique everywhere,
-- for it is all that an S3 request says of who sends it.
CREATE TABLE "access_key" (
  "workspace_id"  bigint NOT NULL,
  "credential_id" text NOT NULL,
  "access_key_id" text NOT NULL,
  "name"          text NOT NULL,
  "permission"    "access_key_permission" NOT NULL,
  -- Sealed under the installation's secret, bound to the access key id.
  "sealed_secret" bytea NOT NULL,
  -- All buckets of the workspace, those to come too; otherwise those of access_key_bucket, however few have remained.
  "all_buckets"   boolean NOT NULL,
  "expires_at"    timestamptz(3),
  "last_used_at"  timestamptz(3),
  "created_at"    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "credential_id"),
  CONSTRAINT "access_key_id_check" CHECK ("access_key_id" ~ '^[A-Z0-9]{20}$')
);
CREATE UNIQUE INDEX "access_key_id_unique" ON "access_key" ("access_key_id");
CREATE UNIQUE INDEX "access_key_name_unique" ON "access_key" ("workspace_id", "name");
SELECT "guard_workspace_rows"('access_key');
GRANT SELECT, INSERT, DELETE ON "access_key" TO "fulmar_workspace";

-- A bucket that is deleted leaves the lists of its keys.
CREATE TABLE "access_key_bucket" (
  "workspace_id"  bigint NOT NULL,
  "credential_id" text NOT NULL,
  "bucket_id"     text NOT NULL,
  PRIMARY KEY ("workspace_id", "credential_id", "bucket_id"),
  CONSTRAINT "access_key_bucket_key_fkey" FOREIGN KEY ("workspace_id", "credential_id")
    REFERENCES "access_key" ("workspace_id", "credential_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "access_key_bucket_bucket_fkey" FOREIGN KEY ("workspace_id", "bucket_id")
    REFERENCES "bucket" ("workspace_id", "bucket_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "access_key_bucket_bucket_idx" ON "access_key_bucket" ("workspace_id", "bucket_id");
SELECT "guard_workspace_rows"('access_key_bucket');
GRANT SELECT, INSERT, DELETE ON "access_key_bucket" TO "fulmar_workspace";
