-- Buckets move from one region to another while clients use them (docs/adr/0074).

-- NULL: it stays. moving: objects are copied. frozen: nothing may be written. leaving: it has moved, and what it had in its
-- former region is removed.
ALTER TABLE "bucket" ADD COLUMN "moving" text,
  ADD CONSTRAINT "bucket_moving_known" CHECK ("moving" IN ('moving', 'frozen', 'leaving'));

-- The move of a bucket and how far it is. The row is the job.
CREATE TABLE "bucket_move" (
  "move_id"       text NOT NULL,
  "workspace_id"  bigint NOT NULL,
  "bucket_id"     text NOT NULL,
  "bucket_name"   text NOT NULL,
  "from_region"   text NOT NULL,
  "to_region"     text NOT NULL,
  "from_backend"  "storage_backend" NOT NULL,
  "to_backend"    "storage_backend" NOT NULL,
  "step"          text NOT NULL DEFAULT 'prepare',
  -- Until the switch, an operator may give the move up.
  "cancelling"    boolean NOT NULL DEFAULT false,
  -- The last key of the present pass whose versions are all copied.
  "position"      text,
  -- How often all objects of the source were listed.
  "passes"        integer NOT NULL DEFAULT 0,
  -- How many versions and delete markers the present pass has copied or removed.
  "changed"       bigint NOT NULL DEFAULT 0,
  -- Versions and delete markers that were copied, and their bytes, also those that were replaced later.
  "copied"        bigint NOT NULL DEFAULT 0,
  "copied_bytes"  bigint NOT NULL DEFAULT 0,
  -- Objects in parts that have another ETag in the target.
  "other_etags"   bigint NOT NULL DEFAULT 0,
  -- Copies that were found to be wrong, and made again.
  "wrong_copies"  bigint NOT NULL DEFAULT 0,
  "attempts"      integer NOT NULL DEFAULT 0,
  "next_at"       timestamptz(3) NOT NULL DEFAULT now(),
  "error_message" text,
  "started_at"    timestamptz(3) NOT NULL DEFAULT now(),
  "frozen_at"     timestamptz(3),
  "switched_at"   timestamptz(3),
  "ended_at"      timestamptz(3),
  -- Set with "ended_at".
  "outcome"       text,
  CONSTRAINT "bucket_move_pkey" PRIMARY KEY ("move_id"),
  CONSTRAINT "bucket_move_step_known" CHECK ("step" IN ('prepare', 'copy', 'catch_up', 'freeze', 'switch', 'clean', 'undo')),
  CONSTRAINT "bucket_move_outcome_known" CHECK ("outcome" IN ('done', 'cancelled', 'failed') AND ("outcome" IS NULL) = ("ended_at" IS NULL))
);
CREATE UNIQUE INDEX "bucket_move_one" ON "bucket_move" ("workspace_id", "bucket_id") WHERE "ended_at" IS NULL;
CREATE INDEX "bucket_move_due_idx" ON "bucket_move" ("next_at") WHERE "ended_at" IS NULL;
CREATE INDEX "bucket_move_bucket_idx" ON "bucket_move" ("workspace_id", "bucket_id", "move_id");
SELECT "guard_workspace_rows"('bucket_move');

-- What the target has of each version of the source, in the order of copying, until the move has ended.
CREATE TABLE "bucket_move_version" (
  "move_id"        text NOT NULL,
  "workspace_id"   bigint NOT NULL,
  "key"            text COLLATE "C" NOT NULL,
  "number"         bigint GENERATED ALWAYS AS IDENTITY,
  -- The version in the source: its id, ETag and time.
  "source"         text NOT NULL,
  "target_version" text NOT NULL,
  "etag"           text NOT NULL,
  "size"           bigint NOT NULL,
  "is_marker"      boolean NOT NULL,
  CONSTRAINT "bucket_move_version_pkey" PRIMARY KEY ("move_id", "key", "number"),
  CONSTRAINT "bucket_move_version_move_fkey" FOREIGN KEY ("move_id") REFERENCES "bucket_move" ("move_id") ON DELETE CASCADE ON UPDATE CASCADE
);
SELECT "guard_workspace_rows"('bucket_move_version');

-- A server may have the former place of a bucket until that is empty. arriving: its objects are copied there, and keys
-- do not reach it. leaving: it has moved away, and is emptied.
ALTER TABLE "storage_bucket" DROP CONSTRAINT "storage_bucket_state_known",
  ADD CONSTRAINT "storage_bucket_state_known" CHECK ("state" IN ('reserved', 'made', 'taken', 'arriving', 'bound', 'leaving', 'ended'));

-- Writers of a bucket that moves hold this lock, shared, until their transactions end. To freeze it, it is taken alone.
CREATE FUNCTION "bucket_move_lock"("of_bucket" text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('bucket_move ' || of_bucket, 0)
$$;

-- While a bucket of the embedded store is frozen, nothing of it changes.
CREATE FUNCTION "refuse_frozen_bucket"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  of_workspace bigint := CASE TG_OP WHEN 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END;
  of_bucket text := CASE TG_OP WHEN 'DELETE' THEN OLD.bucket_id ELSE NEW.bucket_id END;
  state text;
BEGIN
  SELECT b.moving INTO state FROM bucket b WHERE b.workspace_id = of_workspace AND b.bucket_id = of_bucket AND b.backend = 'embedded';
  IF state IN ('moving', 'frozen') THEN
    PERFORM pg_advisory_xact_lock_shared(bucket_move_lock(of_bucket));
    SELECT b.moving INTO state FROM bucket b WHERE b.workspace_id = of_workspace AND b.bucket_id = of_bucket AND b.backend = 'embedded';
    IF state = 'frozen' THEN
      RAISE EXCEPTION 'a change of the bucket % violates constraint "bucket_frozen"', of_bucket USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_frozen';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "object_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "object" FOR EACH ROW EXECUTE FUNCTION "refuse_frozen_bucket"();
CREATE TRIGGER "object_version_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "object_version" FOR EACH ROW EXECUTE FUNCTION "refuse_frozen_bucket"();
CREATE TRIGGER "bucket_configuration_frozen" BEFORE INSERT OR UPDATE OF "document" OR DELETE ON "bucket_configuration" FOR EACH ROW EXECUTE FUNCTION "refuse_frozen_bucket"();

-- A bucket that moves is not deleted, and keeps what decides how its versions are copied.
CREATE FUNCTION "refuse_moving_bucket"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a change of the bucket % violates constraint "bucket_moves"', OLD.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_moves';
END $$;
CREATE TRIGGER "bucket_moves_deleted" BEFORE DELETE ON "bucket" FOR EACH ROW
  WHEN (OLD."moving" IS NOT NULL) EXECUTE FUNCTION "refuse_moving_bucket"();
-- The switch itself changes the region, too.
CREATE TRIGGER "bucket_moves_changed" BEFORE UPDATE OF "versioning", "bucket_lock_enabled" ON "bucket" FOR EACH ROW
  WHEN (OLD."moving" IN ('moving', 'frozen') AND OLD."region" = NEW."region"
    AND (OLD."versioning", OLD."bucket_lock_enabled") IS DISTINCT FROM (NEW."versioning", NEW."bucket_lock_enabled"))
  EXECUTE FUNCTION "refuse_moving_bucket"();

-- Servers are told of a freeze and of a switch, and edges of the new origin.
DROP TRIGGER "bucket_storage_changed" ON "bucket";
CREATE TRIGGER "bucket_storage_changed" AFTER UPDATE OF "is_public", "quota_bytes", "versioning", "moving", "region" ON "bucket" FOR EACH ROW
  WHEN ((NEW."backend" <> 'embedded' OR OLD."backend" <> 'embedded')
    AND (OLD."is_public", OLD."quota_bytes", OLD."versioning", OLD."moving", OLD."region") IS DISTINCT FROM (NEW."is_public", NEW."quota_bytes", NEW."versioning", NEW."moving", NEW."region"))
  EXECUTE FUNCTION "storage_configuration_changed"();
DROP TRIGGER "bucket_redeployed" ON "bucket";
CREATE TRIGGER "bucket_redeployed" AFTER UPDATE OF "is_public", "region" ON "bucket" FOR EACH ROW
  WHEN (OLD."is_public" <> NEW."is_public" OR OLD."region" <> NEW."region") EXECUTE FUNCTION "redeploy_bucket"();
