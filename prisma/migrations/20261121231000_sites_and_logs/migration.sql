-- What a simulated machine has shown on its console: an event of its life at a time, the last ones.
ALTER TABLE "simulated"."instance" ADD COLUMN "console" text[] NOT NULL DEFAULT '{}';

-- How often a connection was renewed: whoever has an older one open opens it anew.
ALTER TABLE "site_connection" ADD COLUMN "revision" integer NOT NULL DEFAULT 1;

-- A site that was removed, and that a deleted VM or volume still names: nothing shows it, nothing is made there, and its name is free.
ALTER TABLE "site" ADD COLUMN "removed_at" timestamptz(3);
DROP INDEX "site_name_key";
CREATE UNIQUE INDEX "site_name_key" ON "site" ("name") WHERE "removed_at" IS NULL;

-- What is made at a site waits for whoever is removing it, and is refused then: nobody is left behind there.
-- With the rights of its owner, for workspaces cannot lock a site.
CREATE FUNCTION "require_site"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM "site" WHERE "site_id" = NEW."site_id" AND "removed_at" IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'row of "%" violates constraint "site_removed"', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'site_removed';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "require_site" BEFORE INSERT ON "vm" FOR EACH ROW EXECUTE FUNCTION "require_site"();
CREATE TRIGGER "require_site" BEFORE INSERT ON "volume" FOR EACH ROW EXECUTE FUNCTION "require_site"();
CREATE TRIGGER "require_site" BEFORE INSERT ON "vpc" FOR EACH ROW EXECUTE FUNCTION "require_site"();
CREATE TRIGGER "require_site" BEFORE INSERT ON "reserved_ip" FOR EACH ROW EXECUTE FUNCTION "require_site"();
CREATE TRIGGER "require_site" BEFORE INSERT ON "load_balancer" FOR EACH ROW EXECUTE FUNCTION "require_site"();

-- A site that does not count what a machine reads and writes says so, rather than that it was nothing.
ALTER TABLE "vm_metric" ALTER COLUMN "read_bytes" DROP NOT NULL, ALTER COLUMN "write_bytes" DROP NOT NULL;
