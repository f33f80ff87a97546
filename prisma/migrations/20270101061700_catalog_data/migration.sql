-- The catalog is data (docs/adr/0116): a product may be there before it has a price, and is not sold until then. The release before
-- reads these prices as ones that may be missing, since a plan may be without a product.
ALTER TABLE "sku" ALTER COLUMN "hourly_price" DROP NOT NULL;

-- As before, and the first price of a product in the standard book may hold since ever: no hour had another one.
CREATE OR REPLACE FUNCTION "keep_past_prices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 AND least(OLD.valid_from, NEW.valid_from) <= clock_timestamp() THEN
    IF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'price' THEN
      IF NEW.book_id = 'standard' AND NOT EXISTS (
        SELECT FROM price p WHERE p.book_id = 'standard' AND p.sku_code = NEW.sku_code AND p.valid_from <= clock_timestamp())
      THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION 'what has begun is only followed: constraint "price_past_kept"' USING ERRCODE = 'check_violation', CONSTRAINT = 'price_past_kept';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

-- As before, and of products that had no price.
CREATE OR REPLACE FUNCTION "begin_prices"() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
   WHERE p.sku_code = s.sku_code AND p.hourly_price IS DISTINCT FROM s.hourly_price;
  RETURN true;
END $$;

-- As before. What has no price adds nothing, and hides nothing of what has one.
CREATE OR REPLACE FUNCTION "resources_hourly"("of_organization" text, "ids" text[], "in_workspace" bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH place AS MATERIALIZED (SELECT workspace_id FROM workspace WHERE organization_id = of_organization AND (in_workspace IS NULL OR workspace_id = in_workspace)),
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
    SELECT sum(greatest(0, coalesce(next.hourly_price, 0) - coalesce(now.hourly_price, 0) + coalesce(disk.hourly_price, 0) * (
             greatest(0, (o.input -> 'to' ->> 'disk_gb')::int - p2.disk_gb) - greatest(0, v.disk_gb - p.disk_gb)))) AS hourly
      FROM place JOIN vm v USING (workspace_id) JOIN operation o ON o.operation_id = v.operation_id AND o.action = 'resize_plan'
      JOIN plan p ON p.plan_id = v.plan_id LEFT JOIN LATERAL price_of(of_organization, p.sku_code, now()) AS now ON true
      JOIN plan p2 ON p2.plan_id = o.input ->> 'plan_id' LEFT JOIN LATERAL price_of(of_organization, p2.sku_code, now()) AS next ON true
      LEFT JOIN LATERAL price_of(of_organization, 'disk.root', now()) AS disk ON true
     WHERE v.deleted_at IS NULL AND v.plan_id <> p2.plan_id AND (ids IS NULL OR v.vm_id = ANY (ids))
  )
  SELECT coalesce((SELECT sum(p.hourly_price * due.quantity) FROM due CROSS JOIN LATERAL price_of(of_organization, due.sku_code, now()) AS p), 0) + coalesce((SELECT hourly FROM moving), 0)
$$;
