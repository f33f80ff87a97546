-- Regions whose buckets a server of its own keeps, such as a Ceph RADOS Gateway (docs/adr/0057).
CREATE TYPE "storage_backend" AS ENUM ('embedded', 'rgw');

ALTER TABLE "storage_region" ADD COLUMN "backend" "storage_backend" NOT NULL DEFAULT 'embedded',
  -- What its server lacks of what the embedded store has, by names.
  ADD COLUMN "unsupported" text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "storage_region_backend_unique" UNIQUE ("region", "backend"),
  ADD CONSTRAINT "storage_region_backend_endpoint" CHECK ("backend" = 'embedded' OR "endpoint_url" IS NOT NULL);

-- A bucket repeats the backend of its region, so that the object store leaves others out without another lookup.
ALTER TABLE "bucket" ADD COLUMN "backend" "storage_backend" NOT NULL DEFAULT 'embedded',
  DROP CONSTRAINT "bucket_region_fkey",
  ADD CONSTRAINT "bucket_region_fkey" FOREIGN KEY ("region", "backend")
    REFERENCES "storage_region" ("region", "backend") ON DELETE RESTRICT ON UPDATE CASCADE;

-- How the control plane reaches the server of a region. The secret is sealed; only workers and operators open it.
CREATE TABLE "storage_connection" (
  "region"        text NOT NULL,
  "admin_url"     text NOT NULL,
  "access_key_id" text NOT NULL,
  "secret_sealed" bytea NOT NULL,
  -- Begins the name of each user that this installation makes there.
  "user_prefix"   text NOT NULL,
  "server"        text,
  "reachable"     boolean,
  "error_message" text,
  "checked_at"    timestamptz(3),
  CONSTRAINT "storage_connection_pkey" PRIMARY KEY ("region"),
  CONSTRAINT "storage_connection_user_prefix_unique" UNIQUE ("user_prefix"),
  CONSTRAINT "storage_connection_region_fkey" FOREIGN KEY ("region") REFERENCES "storage_region" ("region") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The user that owns a workspace's buckets in such a region. Each change of what it should have counts the revision.
CREATE TABLE "storage_owner" (
  "region"           text NOT NULL,
  "workspace_id"     bigint NOT NULL,
  "access_key_id"    text NOT NULL,
  "secret_sealed"    bytea NOT NULL,
  "revision"         integer NOT NULL DEFAULT 1,
  "applied_revision" integer NOT NULL DEFAULT 0,
  -- NULL: nothing to do.
  "apply_at"         timestamptz(3) DEFAULT now(),
  -- A worker is at it until then.
  "taken_until"      timestamptz(3),
  "apply_attempts"   integer NOT NULL DEFAULT 0,
  "error_message"    text,
  CONSTRAINT "storage_owner_pkey" PRIMARY KEY ("region", "workspace_id"),
  CONSTRAINT "storage_owner_access_key_unique" UNIQUE ("access_key_id"),
  CONSTRAINT "storage_owner_connection_fkey" FOREIGN KEY ("region") REFERENCES "storage_connection" ("region") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "storage_owner_workspace_idx" ON "storage_owner" ("workspace_id");
CREATE INDEX "storage_owner_due_idx" ON "storage_owner" ("apply_at") WHERE "apply_at" IS NOT NULL;
SELECT "guard_workspace_rows"('storage_owner');
GRANT SELECT ON "storage_owner" TO "fulmar_workspace";

-- What the server of a region has, or is about to have, of buckets: it outlives the bucket's row until a worker has
-- removed the bucket there. Names are unique in the region.
CREATE TABLE "storage_bucket" (
  "region"       text NOT NULL,
  "name"         text NOT NULL,
  "workspace_id" bigint NOT NULL,
  "bucket_id"    text NOT NULL,
  "object_lock"  boolean NOT NULL,
  "state"        text NOT NULL DEFAULT 'reserved',
  -- A digest of the configuration that the server has. NULL: unknown.
  "applied"      text,
  "reserved_at"  timestamptz(3) NOT NULL DEFAULT now(),
  -- Until when transfers are counted.
  "counted_hour" timestamptz(3),
  "counted_bytes" bigint NOT NULL DEFAULT 0,
  CONSTRAINT "storage_bucket_pkey" PRIMARY KEY ("region", "name"),
  CONSTRAINT "storage_bucket_bucket_unique" UNIQUE ("bucket_id"),
  -- reserved: a request asks for it. made: the server has it. taken: the server has another of this name.
  -- bound: it belongs to a row of "bucket". ended: it is to be removed.
  CONSTRAINT "storage_bucket_state_known" CHECK ("state" IN ('reserved', 'made', 'taken', 'bound', 'ended')),
  CONSTRAINT "storage_bucket_owner_fkey" FOREIGN KEY ("region", "workspace_id")
    REFERENCES "storage_owner" ("region", "workspace_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "storage_bucket_owner_idx" ON "storage_bucket" ("region", "workspace_id");
SELECT "guard_workspace_rows"('storage_bucket');
GRANT SELECT, UPDATE ("state") ON "storage_bucket" TO "fulmar_workspace";

-- The users of access keys that the server of a region has, or is about to have.
CREATE TABLE "storage_key" (
  "region"        text NOT NULL,
  "workspace_id"  bigint NOT NULL,
  "access_key_id" text NOT NULL,
  -- A digest of the secret that the server has. NULL: unknown.
  "applied"       text,
  CONSTRAINT "storage_key_pkey" PRIMARY KEY ("region", "workspace_id", "access_key_id"),
  CONSTRAINT "storage_key_owner_fkey" FOREIGN KEY ("region", "workspace_id")
    REFERENCES "storage_owner" ("region", "workspace_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
SELECT "guard_workspace_rows"('storage_key');

-- Counts the revision of a workspace's owners, and wakes the workers. Most workspaces have none.
CREATE FUNCTION "touch_storage_owners"("of_workspace" bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE storage_owner SET revision = revision + 1, apply_at = now() WHERE workspace_id = of_workspace;
  IF FOUND THEN PERFORM pg_notify('fulmar_storage', ''); END IF;
END $$;
REVOKE EXECUTE ON FUNCTION "touch_storage_owners"(bigint) FROM PUBLIC;

CREATE FUNCTION "storage_configuration_changed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM touch_storage_owners(CASE TG_OP WHEN 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END);
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_storage_made" AFTER INSERT ON "bucket" FOR EACH ROW
  WHEN (NEW."backend" <> 'embedded') EXECUTE FUNCTION "storage_configuration_changed"();
CREATE TRIGGER "bucket_storage_changed" AFTER UPDATE OF "is_public", "quota_bytes", "versioning" ON "bucket" FOR EACH ROW
  WHEN (NEW."backend" <> 'embedded' AND (OLD."is_public", OLD."quota_bytes", OLD."versioning") IS DISTINCT FROM (NEW."is_public", NEW."quota_bytes", NEW."versioning"))
  EXECUTE FUNCTION "storage_configuration_changed"();
CREATE TRIGGER "access_key_storage" AFTER INSERT OR DELETE OR UPDATE OF "permission", "expires_at", "bypass_governance" ON "access_key"
  FOR EACH ROW EXECUTE FUNCTION "storage_configuration_changed"();
CREATE TRIGGER "access_key_bucket_storage" AFTER INSERT OR DELETE ON "access_key_bucket"
  FOR EACH ROW EXECUTE FUNCTION "storage_configuration_changed"();
CREATE TRIGGER "cdn_distribution_storage" AFTER INSERT OR DELETE ON "cdn_distribution"
  FOR EACH ROW EXECUTE FUNCTION "storage_configuration_changed"();
CREATE TRIGGER "cdn_common_path_storage" AFTER INSERT OR DELETE ON "cdn_common_path"
  FOR EACH ROW EXECUTE FUNCTION "storage_configuration_changed"();

-- A bucket's row remembers its end at the server in the same commit.
CREATE FUNCTION "storage_bucket_ended"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE storage_bucket SET state = 'ended' WHERE bucket_id = OLD.bucket_id;
  PERFORM touch_storage_owners(OLD.workspace_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_storage_ended" AFTER DELETE ON "bucket" FOR EACH ROW
  WHEN (OLD."backend" <> 'embedded') EXECUTE FUNCTION "storage_bucket_ended"();

-- A token's expiry and ranges hold for the keys that it made.
CREATE FUNCTION "storage_token_changed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM touch_storage_owners(k.workspace_id) FROM (
    SELECT DISTINCT workspace_id FROM access_key WHERE created_by_id = NEW.token_id AND created_by_type = 'token') k;
  RETURN NULL;
END $$;
CREATE TRIGGER "api_token_storage" AFTER UPDATE OF "expires_at", "allowed_ip_ranges" ON "api_token" FOR EACH ROW
  WHEN ((OLD."expires_at", OLD."allowed_ip_ranges") IS DISTINCT FROM (NEW."expires_at", NEW."allowed_ip_ranges"))
  EXECUTE FUNCTION "storage_token_changed"();

-- What a bucket elsewhere holds is only known afterwards, so it may be beyond the quota: its server refuses uploads.
CREATE OR REPLACE FUNCTION "check_bucket_quota"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quota bigint;
  used bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.total_size <= OLD.total_size OR NEW.total_size <= 0 AND TG_OP = 'INSERT' THEN
    RETURN NULL;
  END IF;
  SELECT b.quota_bytes INTO quota FROM bucket b
   WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id AND b.backend = 'embedded';
  IF quota IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM bucket b WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id FOR NO KEY UPDATE;
  SELECT sum(u.total_size) INTO used FROM bucket_usage u WHERE u.workspace_id = NEW.workspace_id AND u.bucket_id = NEW.bucket_id;
  IF used > quota THEN
    RAISE EXCEPTION 'an upload to the bucket % violates constraint "bucket_quota"', NEW.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_quota';
  END IF;
  RETURN NULL;
END $$;

-- The upload's own id at the server of its bucket's region, which keeps its parts. NULL: the embedded store does.
-- "remote_etag" is the ETag of the object once the upload is completed there, so that a repeated request has the same answer.
ALTER TABLE "multipart_upload" ADD COLUMN "remote_id" text, ADD COLUMN "remote_etag" text;
CREATE INDEX "multipart_upload_remote_idx" ON "multipart_upload" ("created_at") WHERE "remote_id" IS NOT NULL;
