-- Bucket names are unique in a workspace, and the plain path and the website of a name belong to the workspace whose bucket came first
-- (docs/adr/0048). When that bucket is gone, its workspace keeps them for as long as it had them, at most seven days: links to a deleted bucket
-- must not open another's, and nobody reserves names at no cost.
CREATE TABLE "plain_path" (
  "name"         text NOT NULL,
  "workspace_id" bigint NOT NULL,
  -- Its place in the line for the name.
  "held_since"   timestamptz(3) NOT NULL,
  -- Infinity while the workspace has a bucket of the name again.
  "held_until"   timestamptz(3) NOT NULL,
  PRIMARY KEY ("name", "workspace_id")
);
CREATE INDEX "plain_path_until_idx" ON "plain_path" ("held_until");
SELECT "guard_workspace_rows"('plain_path');

CREATE FUNCTION "keep_plain_path"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  since timestamptz;
BEGIN
  SELECT least(OLD.created_at, min(p.held_since)) INTO since FROM plain_path p
   WHERE p.name = OLD.name AND p.workspace_id = OLD.workspace_id AND p.held_until > now();
  DELETE FROM plain_path p WHERE p.name = OLD.name AND p.workspace_id = OLD.workspace_id;
  INSERT INTO plain_path (name, workspace_id, held_since, held_until)
  SELECT OLD.name, OLD.workspace_id, since, now() + least(now() - since, interval '7 days')
   WHERE NOT EXISTS (SELECT FROM bucket b WHERE b.name = OLD.name AND b.workspace_id <> OLD.workspace_id AND b.backend = 'embedded' AND b.created_at < since)
     AND NOT EXISTS (SELECT FROM plain_path p WHERE p.name = OLD.name AND p.held_until > now() AND p.held_since < since);
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_path_kept" AFTER DELETE ON "bucket" FOR EACH ROW
  WHEN (OLD."backend" = 'embedded') EXECUTE FUNCTION "keep_plain_path"();
-- A bucket that moves to a server of its own has no plain path there.
CREATE TRIGGER "bucket_path_left" AFTER UPDATE OF "backend" ON "bucket" FOR EACH ROW
  WHEN (OLD."backend" = 'embedded' AND NEW."backend" <> 'embedded') EXECUTE FUNCTION "keep_plain_path"();

CREATE FUNCTION "take_plain_path"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE plain_path SET held_until = 'infinity' WHERE name = NEW.name AND workspace_id = NEW.workspace_id AND held_until > now();
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_path_taken" AFTER INSERT ON "bucket" FOR EACH ROW
  WHEN (NEW."backend" = 'embedded') EXECUTE FUNCTION "take_plain_path"();
CREATE TRIGGER "bucket_path_returned" AFTER UPDATE OF "backend" ON "bucket" FOR EACH ROW
  WHEN (OLD."backend" <> 'embedded' AND NEW."backend" = 'embedded') EXECUTE FUNCTION "take_plain_path"();
