-- Prices by product with the time from which they hold, in the future too (docs/adr/0113). Hours that have begun keep their price.

-- Whose prices these are. Organizations without an assignment have the standard book.
CREATE TABLE "price_book" (
  "book_id"     text NOT NULL,
  "name"        text NOT NULL,
  "created_at"  timestamptz(3) NOT NULL DEFAULT now(),
  -- Up to when prices that began are in what stores them: `sku` and the monthly prices of resources. Of the standard book, for all.
  "begun_until" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "price_book_pkey" PRIMARY KEY ("book_id"),
  CONSTRAINT "price_book_id_check" CHECK ("book_id" ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  CONSTRAINT "price_book_name_unique" UNIQUE ("name")
);
INSERT INTO "price_book" ("book_id", "name") VALUES ('standard', 'Standard');

-- What a book gives off the standard price of products that it has no price for. It is rounded to eight digits.
CREATE TABLE "price_book_discount" (
  "book_id"     text NOT NULL,
  "valid_from"  timestamptz(3) NOT NULL,
  "percent_off" numeric(5,2) NOT NULL,
  CONSTRAINT "price_book_discount_pkey" PRIMARY KEY ("book_id", "valid_from"),
  CONSTRAINT "price_book_discount_book_fkey" FOREIGN KEY ("book_id") REFERENCES "price_book" ("book_id") ON DELETE CASCADE,
  CONSTRAINT "price_book_discount_hour_check" CHECK (extract(epoch FROM "valid_from") % 3600 = 0),
  CONSTRAINT "price_book_discount_percent_check" CHECK ("percent_off" BETWEEN 0 AND 100),
  -- Its own prices are what the others are taken off.
  CONSTRAINT "price_book_discount_standard_check" CHECK ("book_id" <> 'standard')
);

-- The SKU is no foreign key: what a product cost is known after it is sold no more.
CREATE TABLE "price" (
  "book_id"       text NOT NULL,
  "sku_code"      text NOT NULL,
  "valid_from"    timestamptz(3) NOT NULL,
  -- Without one, another book has the standard price again.
  "hourly_price"  numeric(18,8),
  -- The most that one unit of one resource costs in a calendar month (UTC).
  "monthly_cap"   numeric(18,8),
  -- The units of an organization that are free in every hour; of transfer, in a calendar month (UTC).
  "free_quantity" numeric(18,8),
  CONSTRAINT "price_pkey" PRIMARY KEY ("book_id", "sku_code", "valid_from"),
  CONSTRAINT "price_book_fkey" FOREIGN KEY ("book_id") REFERENCES "price_book" ("book_id") ON DELETE CASCADE,
  CONSTRAINT "price_hour_check" CHECK (extract(epoch FROM "valid_from") % 3600 = 0),
  CONSTRAINT "price_amount_check" CHECK ("hourly_price" >= 0 AND "monthly_cap" >= 0 AND "free_quantity" >= 0),
  CONSTRAINT "price_missing_check" CHECK (
    "hourly_price" IS NOT NULL OR ("book_id" <> 'standard' AND "monthly_cap" IS NULL AND "free_quantity" IS NULL))
);
INSERT INTO "price" ("book_id", "sku_code", "valid_from", "hourly_price") SELECT 'standard', "sku_code", 'epoch', "hourly_price" FROM "sku";

CREATE TABLE "price_book_assignment" (
  "organization_id" text NOT NULL,
  "valid_from"      timestamptz(3) NOT NULL,
  "book_id"         text NOT NULL,
  CONSTRAINT "price_book_assignment_pkey" PRIMARY KEY ("organization_id", "valid_from"),
  CONSTRAINT "price_book_assignment_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id") ON DELETE CASCADE,
  CONSTRAINT "price_book_assignment_book_fkey" FOREIGN KEY ("book_id") REFERENCES "price_book" ("book_id"),
  CONSTRAINT "price_book_assignment_hour_check" CHECK (extract(epoch FROM "valid_from") % 3600 = 0)
);
CREATE INDEX "price_book_assignment_book_idx" ON "price_book_assignment" ("book_id");

-- What has begun is neither changed nor removed, only followed. Within other triggers are the first price of a new product, the
-- price that the release before writes, and what is removed with its book or organization.
CREATE FUNCTION "keep_past_prices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 AND least(OLD.valid_from, NEW.valid_from) <= clock_timestamp() THEN
    RAISE EXCEPTION 'what has begun is only followed: constraint "price_past_kept"' USING ERRCODE = 'check_violation', CONSTRAINT = 'price_past_kept';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER "price_past" BEFORE INSERT OR UPDATE OR DELETE ON "price" FOR EACH ROW EXECUTE FUNCTION "keep_past_prices"();
CREATE TRIGGER "price_book_discount_past" BEFORE INSERT OR UPDATE OR DELETE ON "price_book_discount" FOR EACH ROW EXECUTE FUNCTION "keep_past_prices"();
CREATE TRIGGER "price_book_assignment_past" BEFORE INSERT OR UPDATE OR DELETE ON "price_book_assignment" FOR EACH ROW EXECUTE FUNCTION "keep_past_prices"();

GRANT SELECT ON "price_book", "price_book_discount", "price", "price_book_assignment" TO "fulmar_workspace";
ALTER TABLE "price_book_assignment" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "workspace_rows" ON "price_book_assignment" FOR SELECT TO "fulmar_workspace"
  USING ("organization_id" = (SELECT w."organization_id" FROM "workspace" w));

-- The price of a product for an organization in an hour, with when it began to be that; no row without such a product. It is
-- written so that PostgreSQL puts it into the statements that ask.
CREATE FUNCTION "price_of"("of_organization" text, "of_sku" text, "moment" timestamptz)
  RETURNS TABLE ("hourly_price" numeric, "monthly_cap" numeric, "free_quantity" numeric, "since" timestamptz) LANGUAGE sql STABLE AS $$
  SELECT coalesce(own.hourly_price, round(standard.hourly_price * (100 - coalesce(discount.percent_off, 0)) * 0.01, 8)),
         CASE WHEN own.hourly_price IS NULL THEN round(standard.monthly_cap * (100 - coalesce(discount.percent_off, 0)) * 0.01, 8)
              ELSE own.monthly_cap END,
         CASE WHEN own.hourly_price IS NULL THEN standard.free_quantity ELSE own.free_quantity END,
         CASE WHEN own.hourly_price IS NULL
              THEN greatest(standard.valid_from, discount.valid_from, own.valid_from, assigned.valid_from)
              ELSE greatest(own.valid_from, assigned.valid_from) END
    FROM sku s
    LEFT JOIN LATERAL (
      SELECT a.book_id, a.valid_from FROM price_book_assignment a
       WHERE a.organization_id = of_organization AND a.valid_from <= moment ORDER BY a.valid_from DESC LIMIT 1) AS assigned ON true
    LEFT JOIN LATERAL (
      SELECT p.* FROM price p
       WHERE p.book_id = assigned.book_id AND p.sku_code = of_sku AND p.valid_from <= moment ORDER BY p.valid_from DESC LIMIT 1) AS own ON true
    LEFT JOIN LATERAL (
      SELECT d.percent_off, d.valid_from FROM price_book_discount d
       WHERE d.book_id = assigned.book_id AND d.valid_from <= moment ORDER BY d.valid_from DESC LIMIT 1) AS discount ON true
    JOIN LATERAL (
      SELECT p.* FROM price p
       WHERE p.book_id = 'standard' AND p.sku_code = of_sku AND p.valid_from <= moment ORDER BY p.valid_from DESC LIMIT 1) AS standard ON true
   WHERE s.sku_code = of_sku
$$;

-- `sku.hourly_price` is the present price of the standard book. A new product's first price holds since ever; a price that is written
-- there holds from the present hour, as the release before meters it.
CREATE FUNCTION "keep_sku_price"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last price;
BEGIN
  SELECT * INTO last FROM price p WHERE p.book_id = 'standard' AND p.sku_code = NEW.sku_code AND p.valid_from <= now()
   ORDER BY p.valid_from DESC LIMIT 1;
  IF last.hourly_price IS DISTINCT FROM NEW.hourly_price THEN
    INSERT INTO price (book_id, sku_code, valid_from, hourly_price, monthly_cap, free_quantity)
    VALUES ('standard', NEW.sku_code, CASE WHEN last.sku_code IS NULL THEN 'epoch' ELSE date_trunc('hour', now(), 'UTC') END,
            NEW.hourly_price, last.monthly_cap, last.free_quantity)
        ON CONFLICT (book_id, sku_code, valid_from) DO UPDATE SET hourly_price = excluded.hourly_price;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "sku_price_kept" AFTER INSERT OR UPDATE OF "hourly_price" ON "sku" FOR EACH ROW EXECUTE FUNCTION "keep_sku_price"();

-- What resources cost in a month is what they cost their organization, and no more than the cap.
CREATE FUNCTION "monthly_price_of"("of_organization" text, "of_sku" text) RETURNS numeric LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT least(730 * p.hourly_price, p.monthly_cap) FROM price_of(of_organization, of_sku, now()) AS p
$$;
CREATE FUNCTION "monthly_price_of_vm"("of_workspace" bigint, "of_plan" text, "of_disk_gb" integer) RETURNS numeric LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT round(coalesce(
    (SELECT coalesce(monthly_price_of(w.organization_id, p.sku_code), 0)
              + CASE WHEN of_disk_gb > p.disk_gb
                     THEN (of_disk_gb - p.disk_gb) * coalesce(monthly_price_of(w.organization_id, 'disk.root'), 0) ELSE 0 END
       FROM plan p, workspace w WHERE p.plan_id = of_plan AND w.workspace_id = of_workspace), 0), 8)
$$;
CREATE FUNCTION "monthly_price_of_volume"("of_workspace" bigint, "of_type" text, "of_size_gb" integer) RETURNS numeric LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT round(of_size_gb * coalesce(
    (SELECT monthly_price_of(w.organization_id, 'volume.' || of_type) FROM workspace w WHERE w.workspace_id = of_workspace), 0), 8)
$$;
-- The triggers below call them as the tables' owner; nobody else does.
REVOKE EXECUTE ON FUNCTION "monthly_price_of"(text, text), "monthly_price_of_vm"(bigint, text, integer), "monthly_price_of_volume"(bigint, text, integer) FROM PUBLIC;

CREATE OR REPLACE FUNCTION "price_vm"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.monthly_price := monthly_price_of_vm(NEW.workspace_id, NEW.plan_id, NEW.disk_gb);
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION "price_volume"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.monthly_price := monthly_price_of_volume(NEW.workspace_id, NEW.type::text, NEW.size_gb);
  RETURN NEW;
END $$;
-- Prices are asked for once by organization and product, not by resource.
CREATE OR REPLACE FUNCTION "price_resources"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH due AS MATERIALIZED (
    SELECT DISTINCT w.organization_id, v.plan_id FROM vm v JOIN workspace w USING (workspace_id)
  ), price AS MATERIALIZED (
    SELECT due.*, p.disk_gb, coalesce(monthly_price_of(due.organization_id, p.sku_code), 0) AS plan,
           coalesce(monthly_price_of(due.organization_id, 'disk.root'), 0) AS gigabyte
      FROM due JOIN plan p USING (plan_id)
  ), priced AS (
    SELECT v.workspace_id, v.vm_id, round(price.plan + greatest(0, v.disk_gb - price.disk_gb) * price.gigabyte, 8) AS monthly_price
      FROM vm v JOIN workspace w USING (workspace_id) JOIN price ON price.organization_id = w.organization_id AND price.plan_id = v.plan_id
  )
  UPDATE vm v SET monthly_price = priced.monthly_price FROM priced
   WHERE v.workspace_id = priced.workspace_id AND v.vm_id = priced.vm_id AND v.monthly_price <> priced.monthly_price;
  WITH due AS MATERIALIZED (
    SELECT DISTINCT w.organization_id, v.type FROM volume v JOIN workspace w USING (workspace_id)
  ), price AS MATERIALIZED (
    SELECT due.*, coalesce(monthly_price_of(due.organization_id, 'volume.' || due.type), 0) AS gigabyte FROM due
  ), priced AS (
    SELECT v.workspace_id, v.volume_id, round(v.size_gb * price.gigabyte, 8) AS monthly_price
      FROM volume v JOIN workspace w USING (workspace_id) JOIN price ON price.organization_id = w.organization_id AND price.type = v.type
  )
  UPDATE volume v SET monthly_price = priced.monthly_price FROM priced
   WHERE v.workspace_id = priced.workspace_id AND v.volume_id = priced.volume_id AND v.monthly_price <> priced.monthly_price;
  RETURN NULL;
END $$;

-- Writes what began since the last time to what stores prices. The update of `sku` reprices resources by its trigger, also if none
-- of the standard book's has changed.
CREATE FUNCTION "begin_prices"() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last timestamptz;
BEGIN
  SELECT b.begun_until INTO last FROM price_book b WHERE b.book_id = 'standard' FOR UPDATE;
  IF NOT EXISTS (
    SELECT FROM price p WHERE p.valid_from > last AND p.valid_from <= now()
    UNION ALL SELECT FROM price_book_discount d WHERE d.valid_from > last AND d.valid_from <= now()
    UNION ALL SELECT FROM price_book_assignment a WHERE a.valid_from > last AND a.valid_from <= now())
  THEN
    RETURN false;
  END IF;
  UPDATE price_book b SET begun_until = now() WHERE b.book_id = 'standard';
  UPDATE sku s SET hourly_price = p.hourly_price
    FROM (SELECT DISTINCT ON (sku_code) sku_code, hourly_price FROM price
           WHERE book_id = 'standard' AND valid_from <= now() ORDER BY sku_code, valid_from DESC) AS p
   WHERE p.sku_code = s.sku_code AND p.hourly_price <> s.hourly_price;
  RETURN true;
END $$;

REVOKE EXECUTE ON FUNCTION "begin_prices"() FROM PUBLIC;

-- What each record was charged: quantity × unit price, less what was free and what was beyond the cap.
ALTER TABLE "usage_record"
  -- From when its unit price held; without one, since ever.
  ADD COLUMN "price_since" timestamptz(3),
  -- Quantity × seconds that were free.
  ADD COLUMN "free_unit_seconds" numeric(30,8) NOT NULL DEFAULT 0,
  ADD COLUMN "free_amount" numeric(18,8) NOT NULL DEFAULT 0,
  ADD COLUMN "capped_amount" numeric(18,8) NOT NULL DEFAULT 0,
  -- With a cap: what the resource's product has cost in the month, up to this record.
  ADD COLUMN "capped_total" numeric(20,8);
ALTER TABLE "invoice_line"
  ADD COLUMN "price_since" timestamptz(3),
  ADD COLUMN "free_quantity" numeric(28,8) NOT NULL DEFAULT 0,
  ADD COLUMN "free_amount" numeric(24,8) NOT NULL DEFAULT 0,
  ADD COLUMN "capped_amount" numeric(24,8) NOT NULL DEFAULT 0;

-- The transfer of an organization in a calendar month (UTC), as metered: the first units may be free.
CREATE TABLE "transfer_month" (
  "organization_id" text NOT NULL,
  "sku_code"        text NOT NULL,
  "month"           date NOT NULL,
  "units"           bigint NOT NULL,
  CONSTRAINT "transfer_month_pkey" PRIMARY KEY ("organization_id", "sku_code", "month"),
  CONSTRAINT "transfer_month_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id") ON DELETE CASCADE
);

-- As before, at the organization's prices.
CREATE OR REPLACE FUNCTION "resources_hourly"("of_organization" text, "ids" text[]) RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH place AS MATERIALIZED (SELECT workspace_id FROM workspace WHERE organization_id = of_organization),
  due (sku_code, quantity) AS (
    SELECT c.sku_code, sum(c.quantity) FROM place JOIN charge c USING (workspace_id) WHERE c.charged_until IS NULL AND (ids IS NULL OR c.resource_id = ANY (ids))
     GROUP BY c.sku_code
    UNION ALL
    SELECT coming.sku_code, coming.quantity FROM place JOIN vm v USING (workspace_id) JOIN plan p USING (plan_id)
     CROSS JOIN LATERAL (VALUES (p.sku_code, 1), ('disk.root', v.disk_gb - p.disk_gb)) AS coming (sku_code, quantity)
     WHERE v.status IN ('pending', 'creating', 'provisioning', 'configuring') AND v.deleted_at IS NULL AND coming.quantity > 0
       AND (ids IS NULL OR v.vm_id = ANY (ids))
    UNION ALL
    SELECT 'disk.root', (o.input ->> 'to_disk_gb')::int - v.disk_gb FROM place JOIN vm v USING (workspace_id) JOIN operation o USING (operation_id)
     WHERE o.action = 'resize_root_disk' AND v.deleted_at IS NULL AND (o.input ->> 'to_disk_gb')::int > v.disk_gb
       AND (ids IS NULL OR v.vm_id = ANY (ids))
    UNION ALL
    SELECT 'volume.' || v.type, CASE WHEN v.status = 'creating' THEN v.size_gb ELSE (o.input ->> 'size_gb')::int - v.size_gb END
      FROM place JOIN volume v USING (workspace_id) LEFT JOIN operation o USING (operation_id)
     WHERE v.deleted_at IS NULL AND (v.status = 'creating' OR (o.action = 'resize' AND (o.input ->> 'size_gb')::int > v.size_gb))
       AND (ids IS NULL OR v.volume_id = ANY (ids))
    UNION ALL
    SELECT 'load-balancer', count(*) FROM place JOIN load_balancer USING (workspace_id) WHERE applied_revision = 0 AND (ids IS NULL OR load_balancer_id = ANY (ids))
    UNION ALL
    SELECT 'cdn.distribution', count(*) FROM place JOIN cdn_distribution d USING (workspace_id)
     WHERE NOT EXISTS (SELECT FROM charge c WHERE c.workspace_id = d.workspace_id AND c.resource_type = 'cdn_distribution'
                          AND c.resource_id = d.distribution_id AND c.charged_until IS NULL)
       AND (ids IS NULL OR d.distribution_id = ANY (ids))
    UNION ALL
    SELECT 'snapshot.storage', captured_gb(s.source_disk_size_gb, s.data_volumes) FROM place JOIN snapshot_set s USING (workspace_id)
     WHERE s.status IN ('queued', 'running') AND s.deleted_at IS NULL AND (ids IS NULL OR s.snapshot_set_id = ANY (ids))
    UNION ALL
    SELECT 'backup.storage', captured_gb(b.source_disk_size_gb, b.data_volumes) FROM place JOIN backup b USING (workspace_id)
     WHERE b.status IN ('queued', 'running') AND b.deleted_at IS NULL AND (ids IS NULL OR b.backup_id = ANY (ids))
    UNION ALL
    SELECT 'snapshot.storage', s.size_gb FROM place JOIN volume_snapshot s USING (workspace_id)
     WHERE s.status IN ('queued', 'running') AND s.deleted_at IS NULL AND (ids IS NULL OR s.snapshot_id = ANY (ids))
  ),
  -- Another plan changes two products at once. Until it is reached, the dearer of both counts.
  moving AS (
    SELECT sum(greatest(0, next.hourly_price - now.hourly_price + disk.hourly_price * (
             greatest(0, (o.input -> 'to' ->> 'disk_gb')::int - p2.disk_gb) - greatest(0, v.disk_gb - p.disk_gb)))) AS hourly
      FROM place JOIN vm v USING (workspace_id) JOIN operation o ON o.operation_id = v.operation_id AND o.action = 'resize_plan'
      JOIN plan p ON p.plan_id = v.plan_id JOIN LATERAL price_of(of_organization, p.sku_code, now()) AS now ON true
      JOIN plan p2 ON p2.plan_id = o.input ->> 'plan_id' JOIN LATERAL price_of(of_organization, p2.sku_code, now()) AS next ON true
      JOIN LATERAL price_of(of_organization, 'disk.root', now()) AS disk ON true
     WHERE v.deleted_at IS NULL AND v.plan_id <> p2.plan_id AND (ids IS NULL OR v.vm_id = ANY (ids))
  )
  SELECT coalesce((SELECT sum(p.hourly_price * due.quantity) FROM due CROSS JOIN LATERAL price_of(of_organization, due.sku_code, now()) AS p), 0) + coalesce((SELECT hourly FROM moving), 0)
$$;
