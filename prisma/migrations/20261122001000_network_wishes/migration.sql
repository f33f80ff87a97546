-- Triggers ask this behind every statement, also behind one that changed no row: then there is nothing to be done. A function in SQL was planned
-- anew by each of them, which took longer than its work; this one is planned once per connection.
CREATE OR REPLACE FUNCTION "want_network"("kind" "network_resource", "workspaces" bigint[], "ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO network_state AS s (workspace_id, resource_type, resource_id)
  SELECT DISTINCT w.workspace_id, kind, w.id FROM unnest(workspaces, ids) AS w (workspace_id, id)
   WHERE CASE kind
           WHEN 'vm' THEN EXISTS (SELECT FROM vm v WHERE v.workspace_id = w.workspace_id AND v.vm_id = w.id AND v.status <> 'deleted')
           WHEN 'nat_gateway' THEN EXISTS (SELECT FROM nat_gateway g WHERE g.workspace_id = w.workspace_id AND g.nat_gateway_id = w.id)
           ELSE true
         END
   ORDER BY 1, 3
      ON CONFLICT (workspace_id, resource_type, resource_id) DO UPDATE
     SET revision = s.revision + 1, apply_attempts = 0, apply_at = CASE WHEN s.apply_waited THEN s.apply_at ELSE now() END;
END $$;
