-- A reconciler that works on sites has a schedule for each: rows `name@lane`, which the release before does not know and leaves alone.
ALTER TABLE "reconciler" ADD COLUMN "lane" text;

-- Operations are claimed lane by lane, so that those of a site that does not answer stand before nobody else's.
CREATE INDEX "operation_lane_idx" ON "operation" ((coalesce("input" ->> 'provider', '')), "run_at") WHERE "finished_at" IS NULL AND "held_at" IS NULL;

-- The same holds for networks to be applied: a row knows its site. A trigger writes it, also for the release before.
ALTER TABLE "network_state" ADD COLUMN "site_id" text;
CREATE FUNCTION "place_network_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.site_id := CASE NEW.resource_type
    WHEN 'vm' THEN (SELECT v.site_id FROM vm v WHERE v.workspace_id = NEW.workspace_id AND v.vm_id = NEW.resource_id)
    WHEN 'subnet' THEN (SELECT n.site_id FROM subnet n WHERE n.workspace_id = NEW.workspace_id AND n.subnet_id = NEW.resource_id)
    ELSE (SELECT g.site_id FROM nat_gateway g WHERE g.workspace_id = NEW.workspace_id AND g.nat_gateway_id = NEW.resource_id) END;
  RETURN NEW;
END
$$;
CREATE TRIGGER "network_state_placed" BEFORE INSERT ON "network_state" FOR EACH ROW EXECUTE FUNCTION "place_network_state"();
UPDATE "network_state" s SET "site_id" = v."site_id" FROM "vm" v
 WHERE s."resource_type" = 'vm' AND v."workspace_id" = s."workspace_id" AND v."vm_id" = s."resource_id";
UPDATE "network_state" s SET "site_id" = n."site_id" FROM "subnet" n
 WHERE s."resource_type" = 'subnet' AND n."workspace_id" = s."workspace_id" AND n."subnet_id" = s."resource_id";
UPDATE "network_state" s SET "site_id" = g."site_id" FROM "nat_gateway" g
 WHERE s."resource_type" = 'nat_gateway' AND g."workspace_id" = s."workspace_id" AND g."nat_gateway_id" = s."resource_id";
CREATE INDEX "network_state_site_due_idx" ON "network_state" ("site_id", "apply_at") WHERE "apply_at" IS NOT NULL;

-- What is compared with the inventory of one site is a range of an index, however many sites there are.
CREATE INDEX "vm_site_idx" ON "vm" ("site_id", "vm_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_site_idx" ON "volume" ("site_id", "volume_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "network_state_site_idx" ON "network_state" ("site_id", "resource_type", "resource_id");
