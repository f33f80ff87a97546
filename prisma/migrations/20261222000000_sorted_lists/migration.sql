-- What VMs and volumes cost for 730 hours at present prices, so that lists can be read in that order. A VM costs its plan and its root disk
-- beyond the plan's.
ALTER TABLE "vm" ADD COLUMN "monthly_price" numeric(32, 8) NOT NULL DEFAULT 0;
ALTER TABLE "volume" ADD COLUMN "monthly_price" numeric(32, 8) NOT NULL DEFAULT 0;

CREATE FUNCTION "monthly_price_of_vm"("of_plan" text, "of_disk_gb" integer) RETURNS numeric LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT round(730 * coalesce(
    (SELECT coalesce(s.hourly_price, 0) + greatest(0, of_disk_gb - p.disk_gb) * coalesce(d.hourly_price, 0)
       FROM plan p LEFT JOIN sku s ON s.sku_code = p.sku_code LEFT JOIN sku d ON d.sku_code = 'disk.root'
      WHERE p.plan_id = of_plan), 0), 8)
$$;
CREATE FUNCTION "monthly_price_of_volume"("of_type" text, "of_size_gb" integer) RETURNS numeric LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT round(730 * of_size_gb * coalesce((SELECT s.hourly_price FROM sku s WHERE s.sku_code = 'volume.' || of_type), 0), 8)
$$;
-- The triggers below call both as the tables' owner; nobody else does.
REVOKE EXECUTE ON FUNCTION "monthly_price_of_vm"(text, integer), "monthly_price_of_volume"(text, integer) FROM PUBLIC;

CREATE FUNCTION "price_vm"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.monthly_price := monthly_price_of_vm(NEW.plan_id, NEW.disk_gb);
  RETURN NEW;
END $$;
CREATE TRIGGER "vm_price" BEFORE INSERT OR UPDATE OF "plan_id", "disk_gb" ON "vm" FOR EACH ROW EXECUTE FUNCTION "price_vm"();

CREATE FUNCTION "price_volume"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.monthly_price := monthly_price_of_volume(NEW.type::text, NEW.size_gb);
  RETURN NEW;
END $$;
CREATE TRIGGER "volume_price" BEFORE INSERT OR UPDATE OF "type", "size_gb" ON "volume" FOR EACH ROW EXECUTE FUNCTION "price_volume"();

-- A price or a plan has changed: rows that cost something else now.
CREATE FUNCTION "price_resources"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE vm SET monthly_price = monthly_price_of_vm(plan_id, disk_gb) WHERE monthly_price <> monthly_price_of_vm(plan_id, disk_gb);
  UPDATE volume SET monthly_price = monthly_price_of_volume(type::text, size_gb) WHERE monthly_price <> monthly_price_of_volume(type::text, size_gb);
  RETURN NULL;
END $$;
CREATE TRIGGER "sku_priced" AFTER INSERT ON "sku" FOR EACH STATEMENT EXECUTE FUNCTION "price_resources"();
CREATE TRIGGER "sku_price_changed" AFTER UPDATE OF "hourly_price" ON "sku" FOR EACH STATEMENT EXECUTE FUNCTION "price_resources"();
CREATE TRIGGER "plan_price_changed" AFTER UPDATE OF "sku_code", "disk_gb" ON "plan" FOR EACH STATEMENT EXECUTE FUNCTION "price_resources"();

-- Nothing else about a row changes, so nobody is told.
ALTER TABLE "vm" DISABLE TRIGGER USER;
ALTER TABLE "volume" DISABLE TRIGGER USER;
UPDATE "vm" SET "monthly_price" = monthly_price_of_vm("plan_id", "disk_gb");
UPDATE "volume" SET "monthly_price" = monthly_price_of_volume("type"::text, "size_gb");
ALTER TABLE "vm" ENABLE TRIGGER USER;
ALTER TABLE "volume" ENABLE TRIGGER USER;

-- Lists by site, system, plan, size and cost. Texts are in the order of names (20261121203000).
CREATE INDEX "vm_site_order_idx" ON "vm" ("workspace_id", "type", (lower("site_id") COLLATE "C"), "vm_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "vm_system_order_idx" ON "vm" ("workspace_id", "type", (lower("os_distro") COLLATE "C"), "vm_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "vm_plan_order_idx" ON "vm" ("workspace_id", "type", (lower("plan_id") COLLATE "C"), "vm_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "vm_price_order_idx" ON "vm" ("workspace_id", "type", "monthly_price", "vm_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_site_order_idx" ON "volume" ("workspace_id", (lower("site_id") COLLATE "C"), "volume_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_size_order_idx" ON "volume" ("workspace_id", "size_gb", "volume_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_price_order_idx" ON "volume" ("workspace_id", "monthly_price", "volume_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "load_balancer_name_order_idx" ON "load_balancer" ("workspace_id", (lower("name") COLLATE "C"), "load_balancer_id");
CREATE INDEX "load_balancer_site_order_idx" ON "load_balancer" ("workspace_id", (lower("site_id") COLLATE "C"), "load_balancer_id");
