-- One column has the options of a site, whatever its kind of provider takes (docs/adr/0022). The columns of the first kind stay
-- for the release before. Each release writes one of both, and a trigger the other; none changes them later.
ALTER TABLE "site_connection" ADD COLUMN "options" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "site_connection" ALTER COLUMN "project" DROP NOT NULL, ALTER COLUMN "storage_pool" DROP NOT NULL,
  ALTER COLUMN "network" DROP NOT NULL, ALTER COLUMN "instance_type" DROP NOT NULL;
UPDATE "site_connection" SET "options" = jsonb_strip_nulls(jsonb_build_object(
  'project', "project", 'storage_pool', "storage_pool", 'network', "network", 'uplink', "uplink",
  'instance_type', "instance_type"));
CREATE FUNCTION "complete_site_options"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.options = '{}' THEN
    NEW.options := jsonb_strip_nulls(jsonb_build_object(
      'project', NEW.project, 'storage_pool', NEW.storage_pool, 'network', NEW.network, 'uplink', NEW.uplink,
      'instance_type', NEW.instance_type));
  ELSE
    NEW.project := NEW.options ->> 'project';
    NEW.storage_pool := NEW.options ->> 'storage_pool';
    NEW.network := NEW.options ->> 'network';
    NEW.uplink := NEW.options ->> 'uplink';
    NEW.instance_type := NEW.options ->> 'instance_type';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "site_options_completed" BEFORE INSERT ON "site_connection" FOR EACH ROW EXECUTE FUNCTION "complete_site_options"();
