-- A load balancer and its configuration. What of it the provider has is `applied_revision`; it is applied again while that lags behind `revision`,
-- at `apply_at`, which is null when there is nothing to do (docs/adr/0018).
CREATE TABLE "load_balancer" (
  "workspace_id"     bigint NOT NULL,
  "load_balancer_id" text NOT NULL,
  "name"             text NOT NULL,
  "site_id"          text NOT NULL,
  "vpc_id"           text,
  "subnet_id"        text,
  "tags"             text[] NOT NULL,
  "revision"         integer NOT NULL DEFAULT 1,
  "applied_revision" integer NOT NULL DEFAULT 0,
  "applied_at"       timestamptz(3),
  "apply_at"         timestamptz(3) DEFAULT now(),
  "apply_waited"     boolean NOT NULL DEFAULT false,
  "apply_attempts"   integer NOT NULL DEFAULT 0,
  "error_code"       text,
  "error_message"    text,
  "created_at"       timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at"       timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "load_balancer_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id"),
  CONSTRAINT "load_balancer_name_unique" UNIQUE ("workspace_id", "name"),
  CONSTRAINT "load_balancer_workspace_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace" ("workspace_id"),
  CONSTRAINT "load_balancer_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id"),
  CONSTRAINT "load_balancer_subnet_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "subnet_id") REFERENCES "subnet" ("workspace_id", "vpc_id", "subnet_id"),
  CONSTRAINT "load_balancer_network_check" CHECK (("vpc_id" IS NULL) = ("subnet_id" IS NULL)),
  CONSTRAINT "load_balancer_revision_check" CHECK ("applied_revision" BETWEEN 0 AND "revision"),
  CONSTRAINT "load_balancer_error_check" CHECK (("error_code" IS NULL) = ("error_message" IS NULL))
);
CREATE UNIQUE INDEX "load_balancer_id_unique" ON "load_balancer" ("load_balancer_id");
CREATE INDEX "load_balancer_due_idx" ON "load_balancer" ("apply_at") WHERE "apply_at" IS NOT NULL;
CREATE INDEX "load_balancer_subnet_idx" ON "load_balancer" ("workspace_id", "vpc_id", "subnet_id");

-- Names and ports are unique when a statement has ended, not in its midst: one statement may swap them.
CREATE TABLE "load_balancer_pool" (
  "workspace_id"     bigint NOT NULL,
  "load_balancer_id" text NOT NULL,
  "pool_id"          text NOT NULL,
  "name"             text NOT NULL,
  "protocol"         text NOT NULL,
  "algorithm"        text NOT NULL,
  "sticky_sessions"  text NOT NULL,
  "health_check"     jsonb NOT NULL,
  CONSTRAINT "load_balancer_pool_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id", "pool_id"),
  CONSTRAINT "load_balancer_pool_name_unique" UNIQUE ("workspace_id", "load_balancer_id", "name") DEFERRABLE,
  CONSTRAINT "load_balancer_pool_balancer_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id")
    REFERENCES "load_balancer" ("workspace_id", "load_balancer_id") ON DELETE CASCADE,
  CONSTRAINT "load_balancer_pool_protocol_check" CHECK ("protocol" IN ('tcp', 'udp', 'http', 'https')),
  CONSTRAINT "load_balancer_pool_algorithm_check" CHECK ("algorithm" IN ('round_robin', 'least_connections', 'source_ip')),
  CONSTRAINT "load_balancer_pool_sticky_check" CHECK ("sticky_sessions" IN ('none', 'source_ip') OR ("sticky_sessions" = 'cookie' AND "protocol" IN ('http', 'https')))
);

CREATE TABLE "load_balancer_target" (
  "workspace_id"     bigint NOT NULL,
  "load_balancer_id" text NOT NULL,
  "pool_id"          text NOT NULL,
  "target_id"        text NOT NULL,
  "vm_id"            text,
  "ip"               text,
  "port"             integer NOT NULL,
  "weight"           integer NOT NULL,
  "enabled"          boolean NOT NULL,
  CONSTRAINT "load_balancer_target_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id", "target_id"),
  CONSTRAINT "load_balancer_target_address_unique" UNIQUE NULLS NOT DISTINCT ("workspace_id", "load_balancer_id", "pool_id", "vm_id", "ip", "port") DEFERRABLE,
  CONSTRAINT "load_balancer_target_pool_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id", "pool_id")
    REFERENCES "load_balancer_pool" ("workspace_id", "load_balancer_id", "pool_id") ON DELETE CASCADE,
  CONSTRAINT "load_balancer_target_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE,
  CONSTRAINT "load_balancer_target_place_check" CHECK (num_nonnulls("vm_id", "ip") = 1),
  CONSTRAINT "load_balancer_target_port_check" CHECK ("port" BETWEEN 1 AND 65535),
  CONSTRAINT "load_balancer_target_weight_check" CHECK ("weight" BETWEEN 0 AND 256)
);
CREATE INDEX "load_balancer_target_vm_idx" ON "load_balancer_target" ("workspace_id", "vm_id") WHERE "vm_id" IS NOT NULL;

CREATE TABLE "load_balancer_listener" (
  "workspace_id"         bigint NOT NULL,
  "load_balancer_id"     text NOT NULL,
  "listener_id"          text NOT NULL,
  "name"                 text NOT NULL,
  "protocol"             text NOT NULL,
  "port"                 integer NOT NULL,
  "store_id"             text,
  "secret_id"            text,
  "default_pool_id"      text,
  "idle_timeout_seconds" integer NOT NULL,
  CONSTRAINT "load_balancer_listener_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id", "listener_id"),
  CONSTRAINT "load_balancer_listener_name_unique" UNIQUE ("workspace_id", "load_balancer_id", "name") DEFERRABLE,
  -- UDP has ports of its own.
  CONSTRAINT "load_balancer_listener_port_unique" EXCLUDE USING btree
    ("workspace_id" WITH =, "load_balancer_id" WITH =, ("protocol" = 'udp') WITH =, "port" WITH =) DEFERRABLE,
  CONSTRAINT "load_balancer_listener_balancer_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id")
    REFERENCES "load_balancer" ("workspace_id", "load_balancer_id") ON DELETE CASCADE,
  CONSTRAINT "load_balancer_listener_pool_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id", "default_pool_id")
    REFERENCES "load_balancer_pool" ("workspace_id", "load_balancer_id", "pool_id"),
  CONSTRAINT "load_balancer_listener_protocol_check" CHECK ("protocol" IN ('tcp', 'udp', 'http', 'https')),
  CONSTRAINT "load_balancer_listener_port_check" CHECK ("port" BETWEEN 1 AND 65535),
  CONSTRAINT "load_balancer_listener_certificate_check" CHECK (
    ("protocol" = 'https') = ("secret_id" IS NOT NULL) AND ("secret_id" IS NULL) = ("store_id" IS NULL)),
  CONSTRAINT "load_balancer_listener_default_check" CHECK ("protocol" IN ('http', 'https') OR "default_pool_id" IS NOT NULL)
);
CREATE INDEX "load_balancer_listener_secret_idx" ON "load_balancer_listener" ("workspace_id", "secret_id") WHERE "secret_id" IS NOT NULL;

CREATE TABLE "load_balancer_rule" (
  "workspace_id"     bigint NOT NULL,
  "load_balancer_id" text NOT NULL,
  "listener_id"      text NOT NULL,
  "position"         integer NOT NULL,
  "priority"         integer NOT NULL,
  "host"             text,
  "path"             jsonb,
  "header"           jsonb,
  "pool_id"          text,
  "redirect"         jsonb,
  CONSTRAINT "load_balancer_rule_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id", "listener_id", "position"),
  CONSTRAINT "load_balancer_rule_listener_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id", "listener_id")
    REFERENCES "load_balancer_listener" ("workspace_id", "load_balancer_id", "listener_id") ON DELETE CASCADE,
  CONSTRAINT "load_balancer_rule_pool_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id", "pool_id")
    REFERENCES "load_balancer_pool" ("workspace_id", "load_balancer_id", "pool_id"),
  CONSTRAINT "load_balancer_rule_action_check" CHECK (num_nonnulls("pool_id", "redirect") = 1)
);

-- What the provider said of the targets when it was asked last, by target: its status and the reason.
CREATE TABLE "load_balancer_health" (
  "workspace_id"     bigint NOT NULL,
  "load_balancer_id" text NOT NULL,
  "checked_at"       timestamptz(3) NOT NULL,
  "targets"          jsonb NOT NULL,
  CONSTRAINT "load_balancer_health_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id"),
  CONSTRAINT "load_balancer_health_balancer_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id")
    REFERENCES "load_balancer" ("workspace_id", "load_balancer_id") ON DELETE CASCADE
);

SELECT "guard_workspace_rows"(t) FROM unnest(ARRAY['load_balancer', 'load_balancer_pool', 'load_balancer_target', 'load_balancer_listener',
  'load_balancer_rule', 'load_balancer_health']::regclass[]) AS t;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  "load_balancer", "load_balancer_pool", "load_balancer_target", "load_balancer_listener", "load_balancer_rule" TO "fulmar_workspace";

------------------------------------------------------------------------------------------------------- what the provider must know

-- Whoever changes a part of a configuration, its balancer's revision counts up in that same commit. A balancer whose provider said that it is
-- busy is not hurried.
CREATE FUNCTION "bump_load_balancer"("of_workspace" bigint, "balancers" text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE load_balancer b SET revision = b.revision + 1, updated_at = now(), apply_at = CASE WHEN b.apply_waited THEN b.apply_at ELSE now() END
   WHERE b.workspace_id = of_workspace AND b.load_balancer_id = ANY (balancers)
$$;

CREATE FUNCTION "bump_changed_load_balancers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_load_balancer(c.workspace_id, array_agg(DISTINCT c.load_balancer_id)) FROM changed c GROUP BY c.workspace_id;
  RETURN NULL;
END $$;
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['pool', 'target', 'listener', 'rule'] LOOP
    EXECUTE format('CREATE TRIGGER load_balancer_%1$s_added AFTER INSERT ON load_balancer_%1$s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION bump_changed_load_balancers()', part);
    EXECUTE format('CREATE TRIGGER load_balancer_%1$s_changed AFTER UPDATE ON load_balancer_%1$s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION bump_changed_load_balancers()', part);
    EXECUTE format('CREATE TRIGGER load_balancer_%1$s_removed AFTER DELETE ON load_balancer_%1$s REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION bump_changed_load_balancers()', part);
  END LOOP;
END $$;

CREATE FUNCTION "bump_renamed_load_balancer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  NEW.apply_at := CASE WHEN OLD.apply_waited THEN OLD.apply_at ELSE now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER "load_balancer_renamed" BEFORE UPDATE OF "name" ON "load_balancer" FOR EACH ROW
  WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION "bump_renamed_load_balancer"();

-- A deleted VM is nobody's target: whoever moves it to `deleted`, its targets end in that same commit. Balancers are held before their targets,
-- in one order, as requests do it.
CREATE FUNCTION "tell_load_balancers_of_vm"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balancers text[];
BEGIN
  SELECT array_agg(held.load_balancer_id) INTO balancers FROM (
    SELECT b.load_balancer_id FROM load_balancer b
     WHERE b.workspace_id = NEW.workspace_id AND b.load_balancer_id IN (
       SELECT t.load_balancer_id FROM load_balancer_target t WHERE t.workspace_id = NEW.workspace_id AND t.vm_id = NEW.vm_id)
     ORDER BY b.load_balancer_id FOR NO KEY UPDATE) AS held;
  IF balancers IS NULL THEN
    RETURN NULL;
  ELSIF NEW.status = 'deleted' THEN
    DELETE FROM load_balancer_target WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  ELSE
    PERFORM bump_load_balancer(NEW.workspace_id, balancers);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_load_balancers" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN ((NEW."status" = 'deleted' AND OLD."status" <> 'deleted') OR OLD."private_ip" IS DISTINCT FROM NEW."private_ip")
  EXECUTE FUNCTION "tell_load_balancers_of_vm"();

-- A new version of a certificate is rolled out by itself.
CREATE FUNCTION "tell_load_balancers_of_secret"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_load_balancer(NEW.workspace_id, array_agg(DISTINCT l.load_balancer_id))
     FROM load_balancer_listener l WHERE l.workspace_id = NEW.workspace_id AND l.secret_id = NEW.secret_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "secret_load_balancers" AFTER UPDATE OF "version" ON "secret" FOR EACH ROW
  WHEN (OLD."version" <> NEW."version") EXECUTE FUNCTION "tell_load_balancers_of_secret"();

------------------------------------------------------------------------------------------------------------------ public address

ALTER TABLE "reserved_ip"
  ADD COLUMN "attached_load_balancer_id" text,
  ADD CONSTRAINT "reserved_ip_load_balancer_fkey" FOREIGN KEY ("workspace_id", "attached_load_balancer_id")
    REFERENCES "load_balancer" ("workspace_id", "load_balancer_id"),
  DROP CONSTRAINT "reserved_ip_attachment_check",
  ADD CONSTRAINT "reserved_ip_attachment_check" CHECK (
    num_nonnulls("attached_vm_id", "attached_nat_gateway_id", "attached_load_balancer_id") <= 1
    AND ("attached_allocation_id" IS NULL OR "attached_vm_id" IS NOT NULL)
  );
CREATE UNIQUE INDEX "reserved_ip_load_balancer_unique" ON "reserved_ip" ("workspace_id", "attached_load_balancer_id");

CREATE FUNCTION "tell_load_balancers_of_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_load_balancer(coalesce(NEW.workspace_id, OLD.workspace_id), ARRAY[OLD.attached_load_balancer_id, NEW.attached_load_balancer_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER "reserved_ip_load_balancer_added" AFTER INSERT ON "reserved_ip" FOR EACH ROW
  WHEN (NEW."attached_load_balancer_id" IS NOT NULL) EXECUTE FUNCTION "tell_load_balancers_of_address"();
CREATE TRIGGER "reserved_ip_load_balancer_changed" AFTER UPDATE ON "reserved_ip" FOR EACH ROW
  WHEN (OLD."attached_load_balancer_id" IS DISTINCT FROM NEW."attached_load_balancer_id") EXECUTE FUNCTION "tell_load_balancers_of_address"();
CREATE TRIGGER "reserved_ip_load_balancer_removed" AFTER DELETE ON "reserved_ip" FOR EACH ROW
  WHEN (OLD."attached_load_balancer_id" IS NOT NULL) EXECUTE FUNCTION "tell_load_balancers_of_address"();

------------------------------------------------------------------------------------------------------------------------ billing

-- A balancer is charged from when its provider has had it first until it is deleted.
CREATE FUNCTION "charge_load_balancer"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'load_balancer', OLD.load_balancer_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'load_balancer', NEW.load_balancer_id, '{load-balancer}', '{1}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "load_balancer_charge_made" AFTER INSERT ON "load_balancer" FOR EACH ROW
  WHEN (NEW."applied_revision" > 0) EXECUTE FUNCTION "charge_load_balancer"();
CREATE TRIGGER "load_balancer_charge_changed" AFTER UPDATE ON "load_balancer" FOR EACH ROW
  WHEN (OLD."applied_revision" = 0 AND NEW."applied_revision" > 0) EXECUTE FUNCTION "charge_load_balancer"();
CREATE TRIGGER "load_balancer_charge_removed" AFTER DELETE ON "load_balancer" FOR EACH ROW EXECUTE FUNCTION "charge_load_balancer"();

-- As before, and load balancers.
CREATE OR REPLACE FUNCTION "quota_used"("of_workspace" bigint, "resource" text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE resource
    WHEN 'cloud_vms' THEN (SELECT count(*) FROM vm WHERE workspace_id = of_workspace AND type = 'cloud' AND deleted_at IS NULL)
    WHEN 'gpu_vms' THEN (SELECT count(*) FROM vm WHERE workspace_id = of_workspace AND type = 'gpu' AND deleted_at IS NULL)
    WHEN 'cpus' THEN (
      SELECT coalesce(sum(greatest(v.cpu, CASE WHEN o.action = 'resize_plan' THEN (o.input -> 'to' ->> 'cpu')::bigint END)), 0)
        FROM vm v LEFT JOIN operation o ON o.operation_id = v.operation_id WHERE v.workspace_id = of_workspace AND v.deleted_at IS NULL)
    WHEN 'volumes' THEN (SELECT count(*) FROM volume WHERE workspace_id = of_workspace AND deleted_at IS NULL)
    WHEN 'volume_gb' THEN (
      SELECT coalesce(sum(greatest(v.size_gb, CASE WHEN o.action = 'resize' THEN (o.input ->> 'size_gb')::bigint END)), 0)
        FROM volume v LEFT JOIN operation o ON o.operation_id = v.operation_id WHERE v.workspace_id = of_workspace AND v.deleted_at IS NULL)
    WHEN 'buckets' THEN (SELECT count(*) FROM bucket WHERE workspace_id = of_workspace)
    WHEN 'reserved_ips' THEN (SELECT count(*) FROM reserved_ip WHERE workspace_id = of_workspace AND reservation_type = 'user_reserved')
    WHEN 'nat_gateways' THEN (SELECT count(*) FROM nat_gateway WHERE workspace_id = of_workspace)
    WHEN 'load_balancers' THEN (SELECT count(*) FROM load_balancer WHERE workspace_id = of_workspace)
    WHEN 'cdn_distributions' THEN (SELECT count(*) FROM cdn_distribution WHERE workspace_id = of_workspace)
    ELSE 0 END
$$;

-- The simulated provider's balancers. A certificate is remembered by its chain alone: no private key stands here.
CREATE TABLE "simulated"."load_balancer" (
  "load_balancer_id" text PRIMARY KEY,
  "revision"         integer NOT NULL,
  "configuration"    jsonb NOT NULL
);
