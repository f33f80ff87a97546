-- What a budget does when a purchase goes beyond its amount (docs/adr/0119). The release before writes the default.
ALTER TABLE "budget" ADD COLUMN "at_cap" TEXT NOT NULL DEFAULT 'notify',
  ADD CONSTRAINT "budget_at_cap_known" CHECK ("at_cap" IN ('notify', 'refuse'));

-- As before, and of one workspace alone, where it is given.
CREATE FUNCTION "resources_hourly"("of_organization" text, "ids" text[], "in_workspace" bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
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
CREATE OR REPLACE FUNCTION "resources_hourly"("of_organization" text, "ids" text[]) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT resources_hourly(of_organization, ids, NULL)
$$;

-- What the month (UTC) will have cost an organization, or one of its workspaces, if all that runs or is being made runs
-- until its end: metered hours, and the price of an hour for every hour from there on. Neither caps nor free amounts count,
-- as in admissions.
CREATE FUNCTION "budget_committed"("of_organization" text, "in_workspace" bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(-sum(e.amount), 0) FROM workspace w JOIN ledger_entry e USING (workspace_id)
           WHERE w.organization_id = of_organization AND (in_workspace IS NULL OR w.workspace_id = in_workspace)
             AND e.kind = 'usage' AND e.reference >= to_char(span.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
             AND e.reference < to_char(span.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'))
       + resources_hourly(of_organization, NULL, in_workspace)
         * extract(epoch FROM span.until - greatest(m.metered_until, span.since)) / 3600
    FROM meter m
   CROSS JOIN (SELECT month AS since, date_trunc('month', month + interval '32 days', 'UTC') AS until
                 FROM (SELECT date_trunc('month', now(), 'UTC') AS month) AS running) AS span
   WHERE m.organization_id = of_organization
$$;
REVOKE EXECUTE ON FUNCTION "budget_committed"(text, bigint) FROM PUBLIC;

-- As before, and a budget that refuses keeps its amount. What was bought is written already. Purchases of an organization
-- with such a budget wait for each other.
CREATE OR REPLACE FUNCTION "bind_purchases"("of_workspace" bigint, "purchases" jsonb, "hours" integer) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added_hourly numeric;
  of_organization text;
  full_budget text;
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
  IF added_hourly > 0 THEN
    SELECT w.organization_id INTO of_organization FROM workspace w WHERE w.workspace_id = of_workspace;
    IF EXISTS (SELECT FROM budget b WHERE b.organization_id = of_organization AND b.at_cap = 'refuse'
                  AND (b.workspace_id IS NULL OR b.workspace_id = of_workspace)) THEN
      PERFORM pg_advisory_xact_lock(1718580119, hashtext(of_organization));
      SELECT b.name INTO full_budget FROM budget b
       WHERE b.organization_id = of_organization AND b.at_cap = 'refuse' AND (b.workspace_id IS NULL OR b.workspace_id = of_workspace)
         AND budget_committed(of_organization, b.workspace_id) > b.amount
       ORDER BY b.budget_id LIMIT 1;
      IF FOUND THEN
        RAISE EXCEPTION 'purchases exceed the budget "%": constraint "budget_kept"', full_budget
          USING ERRCODE = 'check_violation', CONSTRAINT = 'budget_kept', DETAIL = full_budget;
      END IF;
    END IF;
  END IF;
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
