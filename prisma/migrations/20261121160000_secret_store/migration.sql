-- A store that is being deleted can be restored for a while, and gives its name and key free at once.
ALTER TABLE "secret_store"
  ADD COLUMN "deleted_from" "secret_store_status",
  ADD COLUMN "deleted_at" timestamptz(3),
  ADD CONSTRAINT "secret_store_deleted_check"
    CHECK (("status" = 'deleting') = ("deleted_at" IS NOT NULL) AND ("deleted_at" IS NULL) = ("deleted_from" IS NULL));
DROP INDEX "secret_store_name_unique";
DROP INDEX "secret_store_key_unique";
CREATE UNIQUE INDEX "secret_store_name_unique" ON "secret_store" ("workspace_id", "name") WHERE "status" <> 'deleting';
CREATE UNIQUE INDEX "secret_store_key_unique" ON "secret_store" ("workspace_id", "store_key") WHERE "status" <> 'deleting';
CREATE INDEX "secret_store_list_idx" ON "secret_store" ("workspace_id", "store_id" DESC) WHERE "status" <> 'deleting';
CREATE INDEX "secret_store_bin_idx" ON "secret_store" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

CREATE TYPE "secret_version_status" AS ENUM ('enabled', 'disabled', 'destroyed');
CREATE TYPE "secret_encoding" AS ENUM ('utf8', 'base64');

-- What opens a store's values, and is itself of no use without a master key.
CREATE TABLE "secret_data_key" (
  "workspace_id"  bigint NOT NULL,
  "store_id"      text NOT NULL,
  "master_key_id" text NOT NULL,
  "wrapped"       bytea NOT NULL,
  PRIMARY KEY ("workspace_id", "store_id"),
  CONSTRAINT "secret_data_key_store_fkey" FOREIGN KEY ("workspace_id", "store_id") REFERENCES "secret_store" ("workspace_id", "store_id") ON DELETE CASCADE
);
-- What a rotation has left to do: the stores under each master key.
CREATE INDEX "secret_data_key_master_key_id_workspace_id_store_id_idx" ON "secret_data_key" ("master_key_id", "workspace_id", "store_id");

CREATE TABLE "secret" (
  "secret_id"    text NOT NULL,
  "workspace_id" bigint NOT NULL,
  "store_id"     text NOT NULL,
  "key"          text NOT NULL,
  "description"  text NOT NULL,
  "tags"         text[] NOT NULL,
  "version"      integer NOT NULL DEFAULT 1,
  "expires_at"   timestamptz(3),
  "created_at"   timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at"   timestamptz(3) NOT NULL DEFAULT now(),
  "deleted_at"   timestamptz(3),
  PRIMARY KEY ("workspace_id", "secret_id"),
  CONSTRAINT "secret_store_fkey" FOREIGN KEY ("workspace_id", "store_id") REFERENCES "secret_store" ("workspace_id", "store_id") ON DELETE CASCADE,
  CONSTRAINT "secret_key_check" CHECK (length("key") <= 255 AND "key" ~ '^[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*$'),
  CONSTRAINT "secret_version_check" CHECK ("version" >= 1)
);
CREATE UNIQUE INDEX "secret_key_unique" ON "secret" ("workspace_id", "store_id", "key") WHERE "deleted_at" IS NULL;
CREATE INDEX "secret_list_idx" ON "secret" ("workspace_id", "store_id", "secret_id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "secret_deleted_list_idx" ON "secret" ("workspace_id", "store_id", "secret_id" DESC) WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "secret_bin_idx" ON "secret" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

CREATE TABLE "secret_version" (
  "workspace_id" bigint NOT NULL,
  "secret_id"    text NOT NULL,
  "version"      integer NOT NULL,
  "status"       "secret_version_status" NOT NULL DEFAULT 'enabled',
  "encoding"     "secret_encoding" NOT NULL,
  "sealed"       bytea,
  "created_at"   timestamptz(3) NOT NULL DEFAULT now(),
  "destroyed_at" timestamptz(3),
  PRIMARY KEY ("workspace_id", "secret_id", "version"),
  CONSTRAINT "secret_version_secret_fkey" FOREIGN KEY ("workspace_id", "secret_id") REFERENCES "secret" ("workspace_id", "secret_id") ON DELETE CASCADE,
  -- A destroyed version has no value, every other one has; whoever writes.
  CONSTRAINT "secret_version_destroyed_check" CHECK (("status" = 'destroyed') = ("sealed" IS NULL) AND ("sealed" IS NULL) = ("destroyed_at" IS NOT NULL)),
  -- Nonce and tag are 28 bytes.
  CONSTRAINT "secret_version_sealed_check" CHECK (octet_length("sealed") BETWEEN 29 AND 65564)
);
-- What is sealed looks random: trying to compress it is for nothing.
ALTER TABLE "secret_version" ALTER COLUMN "sealed" SET STORAGE EXTERNAL;

CREATE TABLE "secret_use" (
  "workspace_id" bigint NOT NULL,
  "secret_id"    text NOT NULL,
  "used_by_type" text NOT NULL,
  "used_by_id"   text NOT NULL,
  "used_by_name" text NOT NULL,
  "created_at"   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "secret_id", "used_by_type", "used_by_id"),
  -- No cascade: a secret that is used cannot be destroyed, on whatever way.
  CONSTRAINT "secret_use_secret_fkey" FOREIGN KEY ("workspace_id", "secret_id") REFERENCES "secret" ("workspace_id", "secret_id")
);
CREATE INDEX "secret_use_by_idx" ON "secret_use" ("workspace_id", "used_by_type", "used_by_id");

SELECT "guard_workspace_rows"(t) FROM unnest(ARRAY['secret_data_key', 'secret', 'secret_version', 'secret_use']::regclass[]) AS t;
GRANT SELECT, INSERT, UPDATE, DELETE ON "secret" TO "fulmar_workspace";
GRANT SELECT, INSERT, UPDATE ON "secret_version" TO "fulmar_workspace";
-- Rewrapping is an operator's; a store's deletion takes its data key along.
GRANT SELECT, INSERT ON "secret_data_key" TO "fulmar_workspace";
GRANT SELECT, INSERT, UPDATE, DELETE ON "secret_use" TO "fulmar_workspace";
