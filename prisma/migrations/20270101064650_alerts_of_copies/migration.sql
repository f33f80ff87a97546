-- Rules watch the copies of backups at a destination (docs/adr/0167).
ALTER TABLE "alert_rule" DROP CONSTRAINT "alert_rule_metric_check";
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_metric_check" CHECK ("metric" IN (
      'vm_cpu_percent', 'vm_memory_percent', 'gpu_utilisation_percent', 'gpu_memory_percent', 'gpu_temperature_celsius', 'volume_used_percent',
      'load_balancer_unhealthy_targets', 'load_balancer_5xx_percent', 'load_balancer_response_ms', 'cdn_5xx_percent', 'backup_destination_failed_copies'));
ALTER TABLE "alert" DROP CONSTRAINT "alert_metric_check";
ALTER TABLE "alert" ADD CONSTRAINT "alert_metric_check" CHECK ("metric" IN (
      'vm_cpu_percent', 'vm_memory_percent', 'gpu_utilisation_percent', 'gpu_memory_percent', 'gpu_temperature_celsius', 'volume_used_percent',
      'load_balancer_unhealthy_targets', 'load_balancer_5xx_percent', 'load_balancer_response_ms', 'cdn_5xx_percent', 'backup_destination_failed_copies'));

CREATE OR REPLACE FUNCTION "check_alert_rule"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM unnest(NEW.resource_ids) AS named (id) WHERE NOT CASE
      WHEN NEW.metric LIKE 'vm\_%' THEN EXISTS (SELECT FROM vm v WHERE v.workspace_id = NEW.workspace_id AND v.vm_id = named.id AND v.deleted_at IS NULL)
      WHEN NEW.metric LIKE 'gpu\_%' THEN EXISTS (SELECT FROM vm v WHERE v.workspace_id = NEW.workspace_id AND v.vm_id = named.id AND v.type = 'gpu' AND v.deleted_at IS NULL)
      WHEN NEW.metric LIKE 'volume\_%' THEN EXISTS (SELECT FROM volume v WHERE v.workspace_id = NEW.workspace_id AND v.volume_id = named.id AND v.deleted_at IS NULL)
      WHEN NEW.metric LIKE 'backup\_destination\_%' THEN EXISTS (SELECT FROM backup_destination d WHERE d.workspace_id = NEW.workspace_id AND d.destination_id = named.id)
      WHEN NEW.metric LIKE 'cdn\_%' THEN EXISTS (SELECT FROM cdn_distribution d WHERE d.workspace_id = NEW.workspace_id AND d.distribution_id = named.id)
      ELSE EXISTS (SELECT FROM load_balancer b WHERE b.workspace_id = NEW.workspace_id AND b.load_balancer_id = named.id) END
  ) THEN
    RAISE EXCEPTION 'a resource of the rule does not exist: constraint "alert_rule_resources"' USING ERRCODE = 'check_violation', CONSTRAINT = 'alert_rule_resources';
  END IF;
  IF EXISTS (
    SELECT FROM unnest(NEW.notify_user_ids) AS named (id) WHERE NOT EXISTS (
      SELECT FROM workspace w JOIN member m ON m.organization_id = w.organization_id AND m.user_id = named.id WHERE w.workspace_id = NEW.workspace_id)
  ) THEN
    RAISE EXCEPTION 'a recipient of the rule is no member: constraint "alert_rule_recipients"' USING ERRCODE = 'check_violation', CONSTRAINT = 'alert_rule_recipients';
  END IF;
  RETURN NEW;
END $$;
