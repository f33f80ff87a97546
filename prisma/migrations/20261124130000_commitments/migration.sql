-- What an organization's resources cost per hour, so that a purchase counts what already runs (docs/adr/0038).

-- `hourly` is never less than the truth: purchases add to it, and only counting anew lowers it. It is counted anew when a
-- purchase seems not to be covered, and at the first purchase of an hour.
CREATE TABLE "commitment" (
  "organization_id" text NOT NULL,
  "hourly"          numeric(28,8) NOT NULL DEFAULT 0,
  "counted_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "commitment_pkey" PRIMARY KEY ("organization_id"),
  CONSTRAINT "commitment_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id") ON DELETE CASCADE,
  CONSTRAINT "commitment_hourly_check" CHECK ("hourly" >= 0)
)
-- A row changes with each purchase: its next version stays on its page.
WITH (fillfactor = 50);
INSERT INTO "commitment" ("organization_id", "counted_at") SELECT "organization_id", '-infinity' FROM "organization";

CREATE FUNCTION "start_commitment"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO commitment (organization_id) VALUES (NEW.organization_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "organization_commitment" AFTER INSERT ON "organization" FOR EACH ROW EXECUTE FUNCTION "start_commitment"();

ALTER TABLE "commitment" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "workspace_rows" ON "commitment" FOR SELECT TO "fulmar_workspace"
  USING ("organization_id" = (SELECT w."organization_id" FROM "workspace" w));
GRANT SELECT ON "commitment" TO "fulmar_workspace";

-- The price of an hour of everything an organization has: its open charges, and what will be charged once an operation
-- or a deployment that runs now has succeeded.
CREATE FUNCTION "organization_hourly"("of_organization" text) RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH place AS MATERIALIZED (SELECT workspace_id FROM workspace WHERE organization_id = of_organization),
  due (sku_code, quantity) AS (
    SELECT c.sku_code, sum(c.quantity) FROM place JOIN charge c USING (workspace_id) WHERE c.charged_until IS NULL GROUP BY c.sku_code
    UNION ALL
    SELECT coming.sku_code, coming.quantity FROM place JOIN vm v USING (workspace_id) JOIN plan p USING (plan_id)
     CROSS JOIN LATERAL (VALUES (p.sku_code, 1), ('disk.root', v.disk_gb - p.disk_gb)) AS coming (sku_code, quantity)
     WHERE v.status IN ('pending', 'creating', 'provisioning', 'configuring') AND v.deleted_at IS NULL AND coming.quantity > 0
    UNION ALL
    SELECT 'disk.root', (o.input ->> 'to_disk_gb')::int - v.disk_gb FROM place JOIN vm v USING (workspace_id) JOIN operation o USING (operation_id)
     WHERE o.action = 'resize_root_disk' AND v.deleted_at IS NULL AND (o.input ->> 'to_disk_gb')::int > v.disk_gb
    UNION ALL
    SELECT 'volume.' || v.type, CASE WHEN v.status = 'creating' THEN v.size_gb ELSE (o.input ->> 'size_gb')::int - v.size_gb END
      FROM place JOIN volume v USING (workspace_id) LEFT JOIN operation o USING (operation_id)
     WHERE v.deleted_at IS NULL AND (v.status = 'creating' OR (o.action = 'resize' AND (o.input ->> 'size_gb')::int > v.size_gb))
    UNION ALL
    SELECT 'load-balancer', count(*) FROM place JOIN load_balancer USING (workspace_id) WHERE applied_revision = 0
    UNION ALL
    SELECT 'cdn.distribution', count(*) FROM place JOIN cdn_distribution d USING (workspace_id)
     WHERE NOT EXISTS (SELECT FROM charge c WHERE c.workspace_id = d.workspace_id AND c.resource_type = 'cdn_distribution'
                          AND c.resource_id = d.distribution_id AND c.charged_until IS NULL)
  ),
  -- Another plan changes two products at once. Until it is reached, the dearer of both counts.
  moving AS (
    SELECT sum(greatest(0, next.hourly_price - now.hourly_price + disk.hourly_price * (
             greatest(0, (o.input -> 'to' ->> 'disk_gb')::int - p2.disk_gb) - greatest(0, v.disk_gb - p.disk_gb)))) AS hourly
      FROM place JOIN vm v USING (workspace_id) JOIN operation o ON o.operation_id = v.operation_id AND o.action = 'resize_plan'
      JOIN plan p ON p.plan_id = v.plan_id JOIN sku now ON now.sku_code = p.sku_code
      JOIN plan p2 ON p2.plan_id = o.input ->> 'plan_id' JOIN sku next ON next.sku_code = p2.sku_code
      JOIN sku disk ON disk.sku_code = 'disk.root'
     WHERE v.deleted_at IS NULL AND v.plan_id <> p2.plan_id
  )
  SELECT coalesce((SELECT sum(s.hourly_price * due.quantity) FROM due JOIN sku s USING (sku_code)), 0) + coalesce((SELECT hourly FROM moving), 0)
$$;

-- Counts anew. Purchases that are being committed hold the row, so they are counted too.
CREATE FUNCTION "recount_commitment"("of_organization" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM commitment c WHERE c.organization_id = of_organization FOR NO KEY UPDATE;
  UPDATE commitment c SET hourly = organization_hourly(of_organization), counted_at = clock_timestamp() WHERE c.organization_id = of_organization;
END $$;

-- As before, without a lock: `bind_purchases` decides between purchases that come together.
DROP FUNCTION "quota_exceeded"(bigint, text, bigint, jsonb, boolean);
CREATE FUNCTION "quota_exceeded"("of_workspace" bigint, "sku" text, "quantity" bigint, "adds" jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('resource', q.resource, 'limit', q."limit", 'used', now_used.used, 'added', a.added)
    FROM (SELECT * FROM quota_additions(sku, quantity) WHERE adds IS NULL
           UNION ALL SELECT key, value::bigint FROM jsonb_each_text(coalesce(adds, '{}'))) AS a (resource, added)
    JOIN quota q ON q.workspace_id = of_workspace AND q.resource = a.resource
   CROSS JOIN LATERAL (SELECT quota_used(of_workspace, q.resource) AS used) AS now_used
   WHERE a.added > 0 AND now_used.used + a.added > q."limit"
   ORDER BY q.resource LIMIT 1
$$;

-- Makes the purchases of a transaction binding, in the statement that is sent with its COMMIT: only from here on do other
-- purchases of the workspace or the organization wait for it. What was bought is written already, so it is counted as used.
-- Without hours to carry, the wallet is not asked: another service has decided.
CREATE FUNCTION "bind_purchases"("of_workspace" bigint, "purchases" jsonb, "hours" integer) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added_hourly numeric;
BEGIN
  IF EXISTS (SELECT FROM quota q WHERE q.workspace_id = of_workspace) THEN
    PERFORM pg_advisory_xact_lock(1718580004, hashint8(of_workspace));
    IF EXISTS (
      SELECT FROM quota q
       WHERE q.workspace_id = of_workspace
         AND q.resource IN (
           SELECT a.resource FROM jsonb_to_recordset(purchases) AS p (sku_code text, quantity bigint, adds jsonb)
            CROSS JOIN LATERAL (SELECT * FROM quota_additions(p.sku_code, p.quantity) WHERE p.adds IS NULL
                                 UNION ALL SELECT key, value::bigint FROM jsonb_each_text(coalesce(p.adds, '{}'))) AS a (resource, added)
            WHERE a.added > 0)
         AND quota_used(of_workspace, q.resource) > q."limit")
    THEN
      RAISE EXCEPTION 'purchases that came together exceed a quota: constraint "quota_kept"' USING ERRCODE = 'check_violation', CONSTRAINT = 'quota_kept';
    END IF;
  END IF;
  SELECT sum(p.hourly_price) INTO added_hourly FROM jsonb_to_recordset(purchases) AS p (hourly_price numeric);
  IF hours IS NOT NULL AND added_hourly > 0 THEN
    UPDATE commitment c SET hourly = c.hourly + added_hourly FROM workspace w JOIN wallet f USING (organization_id)
     WHERE w.workspace_id = of_workspace AND c.organization_id = w.organization_id
       AND (c.hourly + added_hourly) * hours <= f.balance + f.credit_limit;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'purchases that came together exceed the wallet: constraint "commitment_covered"' USING ERRCODE = 'check_violation', CONSTRAINT = 'commitment_covered';
    END IF;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION "bind_purchases"(bigint, jsonb, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "bind_purchases"(bigint, jsonb, integer) TO "fulmar_workspace";
