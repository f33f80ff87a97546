-- The price of an hour of some resources of an organization, or of all of them if ids is NULL: the cost of a change is that
-- of the resources that it touches, whatever others do meanwhile.
CREATE FUNCTION "resources_hourly"("of_organization" text, "ids" text[]) RETURNS numeric LANGUAGE sql STABLE AS $$
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
      JOIN plan p ON p.plan_id = v.plan_id JOIN sku now ON now.sku_code = p.sku_code
      JOIN plan p2 ON p2.plan_id = o.input ->> 'plan_id' JOIN sku next ON next.sku_code = p2.sku_code
      JOIN sku disk ON disk.sku_code = 'disk.root'
     WHERE v.deleted_at IS NULL AND v.plan_id <> p2.plan_id AND (ids IS NULL OR v.vm_id = ANY (ids))
  )
  SELECT coalesce((SELECT sum(s.hourly_price * due.quantity) FROM due JOIN sku s USING (sku_code)), 0) + coalesce((SELECT hourly FROM moving), 0)
$$;

-- As before.
CREATE OR REPLACE FUNCTION "organization_hourly"("of_organization" text) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT resources_hourly(of_organization, NULL)
$$;
