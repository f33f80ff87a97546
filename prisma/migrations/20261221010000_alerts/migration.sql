-- Alert rules watch metrics of resources (docs/adr/0085).
CREATE TABLE "alert_rule" (
    "alert_rule_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "comparison" TEXT NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "minutes" INTEGER NOT NULL,
    -- What it watches: these, those with the tag, or all that have the metric.
    "resource_ids" TEXT[],
    "tag" TEXT,
    "notify_admins" BOOLEAN NOT NULL,
    "notify_user_ids" TEXT[] NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("workspace_id", "alert_rule_id"),
    CONSTRAINT "alert_rule_metric_check" CHECK ("metric" IN (
      'vm_cpu_percent', 'vm_memory_percent', 'gpu_utilisation_percent', 'gpu_memory_percent', 'gpu_temperature_celsius', 'volume_used_percent',
      'load_balancer_unhealthy_targets', 'load_balancer_5xx_percent', 'load_balancer_response_ms', 'cdn_5xx_percent')),
    CONSTRAINT "alert_rule_comparison_check" CHECK ("comparison" IN ('above', 'below')),
    CONSTRAINT "alert_rule_minutes_check" CHECK ("minutes" BETWEEN 1 AND 1440),
    CONSTRAINT "alert_rule_threshold_check" CHECK ("threshold" BETWEEN 0 AND CASE WHEN "metric" LIKE '%\_percent' THEN 100 ELSE 1000000 END),
    CONSTRAINT "alert_rule_tag_check" CHECK ("tag" IS NULL OR "metric" LIKE 'vm\_%' OR "metric" LIKE 'gpu\_%' OR "metric" LIKE 'load\_balancer\_%'),
    CONSTRAINT "alert_rule_selection_check" CHECK (num_nonnulls("tag", "resource_ids") <= 1),
    CONSTRAINT "alert_rule_resource_ids_filled" CHECK (array_position("resource_ids", NULL) IS NULL),
    CONSTRAINT "alert_rule_notify_user_ids_filled" CHECK (array_position("notify_user_ids", NULL) IS NULL)
);
CREATE UNIQUE INDEX "alert_rule_name_unique" ON "alert_rule" ("workspace_id", "name");
CREATE INDEX "alert_rule_enabled_idx" ON "alert_rule" ("metric") WHERE "enabled";

-- What a rule last found of each of its resources. Written when it changes, not each minute.
CREATE TABLE "alert_state" (
    "workspace_id" BIGINT NOT NULL,
    "alert_rule_id" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- Since when the value is beyond the threshold.
    "breached_since" TIMESTAMPTZ(3),

    CONSTRAINT "alert_state_pkey" PRIMARY KEY ("workspace_id", "alert_rule_id", "resource_id"),
    CONSTRAINT "alert_state_state_check" CHECK ("state" IN ('ok', 'firing', 'no_data')),
    CONSTRAINT "alert_state_rule_fkey" FOREIGN KEY ("workspace_id", "alert_rule_id") REFERENCES "alert_rule" ("workspace_id", "alert_rule_id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- A rule and a resource have one alert that fires at most, so that each beginning and each end is told once.
CREATE TABLE "alert" (
    "alert_id" TEXT NOT NULL DEFAULT 'alt_' || substr(replace(uuidv7()::text, '-', ''), 1, 26),
    "workspace_id" BIGINT NOT NULL,
    -- No foreign key: the history outlives the rule. It is kept as it was when the alert began, with those who were told.
    "alert_rule_id" TEXT NOT NULL,
    "rule_name" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "comparison" TEXT NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "minutes" INTEGER NOT NULL,
    "notify_admins" BOOLEAN NOT NULL,
    "notify_user_ids" TEXT[] NOT NULL,
    "resource_id" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_name" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("workspace_id", "alert_id"),
    CONSTRAINT "alert_metric_check" CHECK ("metric" IN (
      'vm_cpu_percent', 'vm_memory_percent', 'gpu_utilisation_percent', 'gpu_memory_percent', 'gpu_temperature_celsius', 'volume_used_percent',
      'load_balancer_unhealthy_targets', 'load_balancer_5xx_percent', 'load_balancer_response_ms', 'cdn_5xx_percent')),
    CONSTRAINT "alert_comparison_check" CHECK ("comparison" IN ('above', 'below')),
    CONSTRAINT "alert_end_check" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL)),
    CONSTRAINT "alert_end_reason_check" CHECK ("end_reason" IN ('ok', 'no_data', 'resource_deleted', 'not_selected', 'rule_disabled', 'rule_deleted')),
    CONSTRAINT "alert_notify_user_ids_filled" CHECK (array_position("notify_user_ids", NULL) IS NULL)
);
CREATE UNIQUE INDEX "alert_firing_unique" ON "alert" ("workspace_id", "alert_rule_id", "resource_id") WHERE "ended_at" IS NULL;
CREATE UNIQUE INDEX "alert_id_unique" ON "alert" ("alert_id");
CREATE INDEX "alert_rule_idx" ON "alert" ("workspace_id", "alert_rule_id", "alert_id");
CREATE INDEX "alert_resource_idx" ON "alert" ("workspace_id", "resource_id", "alert_id");
CREATE INDEX "alert_ended_idx" ON "alert" ("ended_at") WHERE "ended_at" IS NOT NULL;

SELECT "guard_workspace_rows"('alert_rule');
SELECT "guard_workspace_rows"('alert_state');
SELECT "guard_workspace_rows"('alert');
GRANT SELECT, INSERT, UPDATE, DELETE ON "alert_rule" TO "fulmar_workspace";
GRANT SELECT, UPDATE, DELETE ON "alert_state" TO "fulmar_workspace";
GRANT SELECT, UPDATE ON "alert" TO "fulmar_workspace";
SELECT "announce_changes"('alert_rule', 'alert_rule', 'alert_rule_id');
SELECT "announce_changes"('alert', 'alert', 'alert_id');

-- Each rule is compared with its resources every minute, so their number has a limit. Inserts of one workspace wait for each other.
CREATE FUNCTION "limit_alert_rules"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1718580085, hashint8(NEW.workspace_id));
  IF (SELECT count(*) FROM alert_rule WHERE workspace_id = NEW.workspace_id) >= 100 THEN
    RAISE EXCEPTION 'a workspace has at most 100 alert rules: constraint "alert_rule_limit"' USING ERRCODE = 'check_violation', CONSTRAINT = 'alert_rule_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "alert_rule_limited" BEFORE INSERT ON "alert_rule" FOR EACH ROW EXECUTE FUNCTION "limit_alert_rules"();

-- A rule names resources that have its metric, and members of the organization. As the owner: a change of a workspace does not read members.
CREATE FUNCTION "check_alert_rule"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM unnest(NEW.resource_ids) AS named (id) WHERE NOT CASE
      WHEN NEW.metric LIKE 'vm\_%' THEN EXISTS (SELECT FROM vm v WHERE v.workspace_id = NEW.workspace_id AND v.vm_id = named.id AND v.deleted_at IS NULL)
      WHEN NEW.metric LIKE 'gpu\_%' THEN EXISTS (SELECT FROM vm v WHERE v.workspace_id = NEW.workspace_id AND v.vm_id = named.id AND v.type = 'gpu' AND v.deleted_at IS NULL)
      WHEN NEW.metric LIKE 'volume\_%' THEN EXISTS (SELECT FROM volume v WHERE v.workspace_id = NEW.workspace_id AND v.volume_id = named.id AND v.deleted_at IS NULL)
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
CREATE TRIGGER "alert_rule_checked_on_insert" BEFORE INSERT ON "alert_rule" FOR EACH ROW EXECUTE FUNCTION "check_alert_rule"();
-- Resources and members that are gone since do not keep a rule from being switched off or renamed.
CREATE TRIGGER "alert_rule_checked_on_update" BEFORE UPDATE ON "alert_rule" FOR EACH ROW
  WHEN (NEW.resource_ids IS DISTINCT FROM OLD.resource_ids OR NEW.notify_user_ids IS DISTINCT FROM OLD.notify_user_ids) EXECUTE FUNCTION "check_alert_rule"();

-- Tells of alerts that a statement has begun or ended: an event for each, and a mail to each recipient for all alerts of a rule. It belongs to
-- the commit of the change, so each is told once, whoever made the change.
CREATE FUNCTION "tell_of_alerts"("told" text[], "kind" text, "letter" text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO event (workspace_id, kind, resource_id, actor_type, actor_id, actor_name)
  SELECT a.workspace_id, tell_of_alerts.kind, a.alert_id, 'system', 'worker', 'Fulmar' FROM alert a WHERE a.alert_id = ANY (told) ORDER BY a.workspace_id, a.alert_id;
  WITH of_rule AS (
    SELECT a.workspace_id, a.alert_rule_id, (array_agg(a.alert_id))[1] AS one, count(*) AS count,
           (jsonb_agg(jsonb_build_object('resource_name', a.resource_name, 'value', a.value, 'end_reason', a.end_reason) ORDER BY a.resource_name)) AS alerts
      FROM alert a WHERE a.alert_id = ANY (told) GROUP BY 1, 2
  )
  INSERT INTO mail (recipient, letter, details)
  SELECT u.email, tell_of_alerts.letter, jsonb_build_object(
           'organization_name', o.name, 'workspace_name', w.name, 'workspace_id', w.workspace_id::text, 'alert_rule_id', r.alert_rule_id,
           'rule_name', a.rule_name, 'metric', a.metric, 'comparison', a.comparison, 'threshold', a.threshold, 'minutes', a.minutes,
           'count', r.count, 'alerts', jsonb_path_query_array(r.alerts, '$[0 to 19]'))
    FROM of_rule r JOIN alert a ON a.workspace_id = r.workspace_id AND a.alert_id = r.one
    JOIN workspace w ON w.workspace_id = r.workspace_id JOIN organization o ON o.organization_id = w.organization_id
    JOIN member m ON m.organization_id = o.organization_id AND (a.notify_admins AND m.role IN ('owner', 'admin') OR m.user_id = ANY (a.notify_user_ids))
    JOIN "user" u ON u.id = m.user_id;
$$;
REVOKE EXECUTE ON FUNCTION "tell_of_alerts"(text[], text, text) FROM PUBLIC;
CREATE FUNCTION "tell_of_new_alerts"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_of_alerts(array_agg(n.alert_id), 'alert.firing', 'alert_firing') FROM now_there n HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "alert_begin_told" AFTER INSERT ON "alert" REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_new_alerts"();
CREATE FUNCTION "tell_of_ended_alerts"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_of_alerts(array_agg(n.alert_id), 'alert.resolved', 'alert_resolved')
     FROM now_there n JOIN before b ON b.workspace_id = n.workspace_id AND b.alert_id = n.alert_id
    WHERE b.ended_at IS NULL AND n.ended_at IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "alert_end_told" AFTER UPDATE ON "alert" REFERENCING OLD TABLE AS before NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_ended_alerts"();

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'budget_reached', 'invitation', 'member_removed', 'new_sign_in', 'password_changed', 'password_reset', 'second_factor_off',
  'second_factor_on', 'wallet_suspended', 'webhook_switched_off'));
