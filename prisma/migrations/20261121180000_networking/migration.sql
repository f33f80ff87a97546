-- Forwards from a port of a NAT gateway's public address to a port of a node. A node that ends takes its forwards along; a gateway stays while it has some.
CREATE TYPE "forward_protocol" AS ENUM ('tcp', 'udp');
CREATE TABLE "port_forward" (
  "port_forward_id" text NOT NULL,
  "workspace_id"    bigint NOT NULL,
  "vpc_id"          text NOT NULL,
  "nat_gateway_id"  text NOT NULL,
  "allocation_id"   text NOT NULL,
  "protocol"        "forward_protocol" NOT NULL,
  "public_port"     integer NOT NULL,
  "private_port"    integer NOT NULL,
  "description"     text,
  "created_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "port_forward_pkey" PRIMARY KEY ("port_forward_id"),
  CONSTRAINT "port_forward_gateway_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "nat_gateway_id")
    REFERENCES "nat_gateway" ("workspace_id", "vpc_id", "nat_gateway_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "port_forward_node_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "allocation_id")
    REFERENCES "vpc_node" ("workspace_id", "vpc_id", "allocation_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "port_forward_ports_check" CHECK ("public_port" BETWEEN 1 AND 65535 AND "private_port" BETWEEN 1 AND 65535)
);
CREATE UNIQUE INDEX "port_forward_workspace_id_nat_gateway_id_port_forward_id_key" ON "port_forward" ("workspace_id", "nat_gateway_id", "port_forward_id");
CREATE UNIQUE INDEX "port_forward_port_unique" ON "port_forward" ("nat_gateway_id", "protocol", "public_port");
CREATE INDEX "port_forward_node_idx" ON "port_forward" ("workspace_id", "vpc_id", "allocation_id");

-- What the provider has of a subnet, a VM's network or a NAT gateway, against what it should have (docs/adr/0017): it is applied while
-- `applied_revision` lags behind, at `apply_at`, which is null when there is nothing to do.
CREATE TYPE "network_resource" AS ENUM ('subnet', 'vm', 'nat_gateway');
CREATE TABLE "network_state" (
  "workspace_id"     bigint NOT NULL,
  "resource_type"    "network_resource" NOT NULL,
  "resource_id"      text NOT NULL,
  "revision"         integer NOT NULL DEFAULT 1,
  "applied_revision" integer NOT NULL DEFAULT 0,
  "applied_at"       timestamptz(3),
  "apply_at"         timestamptz(3) DEFAULT now(),
  "apply_waited"     boolean NOT NULL DEFAULT false,
  "apply_attempts"   integer NOT NULL DEFAULT 0,
  "error_code"       text,
  "error_message"    text,
  CONSTRAINT "network_state_pkey" PRIMARY KEY ("workspace_id", "resource_type", "resource_id"),
  CONSTRAINT "network_state_revision_check" CHECK ("applied_revision" BETWEEN 0 AND "revision"),
  CONSTRAINT "network_state_failure_check" CHECK (("error_code" IS NULL) = ("error_message" IS NULL))
);
CREATE INDEX "network_state_due_idx" ON "network_state" ("apply_at") WHERE "apply_at" IS NOT NULL;
-- The comparison with the provider's inventory looks resources up by their id alone.
CREATE INDEX "network_state_resource_idx" ON "network_state" ("resource_type", "resource_id");

SELECT "guard_workspace_rows"('port_forward');
SELECT "guard_workspace_rows"('network_state');
GRANT SELECT, INSERT, UPDATE, DELETE ON "port_forward", "network_state" TO "fulmar_workspace";

ALTER TABLE "subnet" ALTER COLUMN "status" SET DEFAULT 'provisioning';

-- Counts the revisions up, in one order, so that no two wait for each other. What is gone, or going in this very statement, wants nothing.
CREATE FUNCTION "want_network"("kind" "network_resource", "workspaces" bigint[], "ids" text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO network_state AS s (workspace_id, resource_type, resource_id)
  SELECT DISTINCT w.workspace_id, kind, w.id FROM unnest(workspaces, ids) AS w (workspace_id, id)
   WHERE CASE kind
           WHEN 'vm' THEN EXISTS (SELECT FROM vm v WHERE v.workspace_id = w.workspace_id AND v.vm_id = w.id AND v.status <> 'deleted')
           WHEN 'nat_gateway' THEN EXISTS (SELECT FROM nat_gateway g WHERE g.workspace_id = w.workspace_id AND g.nat_gateway_id = w.id)
           ELSE true
         END
   ORDER BY 1, 3
      ON CONFLICT (workspace_id, resource_type, resource_id) DO UPDATE
     SET revision = s.revision + 1, apply_attempts = 0, apply_at = CASE WHEN s.apply_waited THEN s.apply_at ELSE now() END
$$;

-- What depends on what, said once and kept by the database: no statement can forget it. `changed` are the rows before or after a statement.
CREATE FUNCTION "want_network_of_vpc_node"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('vm', array_agg(workspace_id), array_agg(vm_id)) FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION "want_network_of_firewall_group_vm"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('vm', array_agg(workspace_id), array_agg(vm_id)) FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION "want_network_of_firewall_rule"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('vm', array_agg(l.workspace_id), array_agg(l.vm_id))
     FROM (SELECT DISTINCT workspace_id, firewall_group_id FROM changed) c JOIN firewall_group_vm l USING (workspace_id, firewall_group_id);
  RETURN NULL;
END $$;
CREATE FUNCTION "want_network_of_reserved_ip"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('vm', array_agg(workspace_id), array_agg(attached_vm_id)) FROM changed WHERE attached_vm_id IS NOT NULL;
  PERFORM want_network('nat_gateway', array_agg(workspace_id), array_agg(attached_nat_gateway_id)) FROM changed WHERE attached_nat_gateway_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION "want_network_of_nat_gateway_subnet"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('nat_gateway', array_agg(workspace_id), array_agg(nat_gateway_id)) FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION "want_network_of_port_forward"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('nat_gateway', array_agg(workspace_id), array_agg(nat_gateway_id)) FROM changed;
  RETURN NULL;
END $$;
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['vpc_node', 'firewall_group_vm', 'firewall_rule', 'reserved_ip', 'nat_gateway_subnet', 'port_forward'] LOOP
    EXECUTE format('CREATE TRIGGER network_after_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'want_network_of_' || t);
    EXECUTE format('CREATE TRIGGER network_after_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'want_network_of_' || t);
    EXECUTE format('CREATE TRIGGER network_after_update_from AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'want_network_of_' || t);
    EXECUTE format('CREATE TRIGGER network_after_update_to AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'want_network_of_' || t);
  END LOOP;
END $$;

CREATE FUNCTION "want_network_of_subnet"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('subnet', ARRAY[NEW.workspace_id], ARRAY[NEW.subnet_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER "network_after_insert" AFTER INSERT ON "subnet" FOR EACH ROW EXECUTE FUNCTION "want_network_of_subnet"();
CREATE TRIGGER "network_after_update" AFTER UPDATE ON "subnet"
  FOR EACH ROW WHEN (NEW."dns" IS DISTINCT FROM OLD."dns") EXECUTE FUNCTION "want_network_of_subnet"();

-- What is deleted wants nothing any more; what the provider has of it, the worker removes.
CREATE FUNCTION "forget_network_of_subnet"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM network_state WHERE workspace_id = OLD.workspace_id AND resource_type = 'subnet' AND resource_id = OLD.subnet_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "network_after_delete" AFTER DELETE ON "subnet" FOR EACH ROW EXECUTE FUNCTION "forget_network_of_subnet"();
CREATE FUNCTION "forget_network_of_nat_gateway"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM network_state WHERE workspace_id = OLD.workspace_id AND resource_type = 'nat_gateway' AND resource_id = OLD.nat_gateway_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "network_after_delete" AFTER DELETE ON "nat_gateway" FOR EACH ROW EXECUTE FUNCTION "forget_network_of_nat_gateway"();

-- A deleted VM also leaves its firewall groups, so that they can be deleted, and the network's part of it is forgotten: last, for all before counts revisions up.
CREATE OR REPLACE FUNCTION "release_vm_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reserved_ip WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id AND reservation_type = 'platform_assigned';
  UPDATE reserved_ip SET attached_vm_id = NULL, attached_allocation_id = NULL, updated_at = now()
   WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id;
  DELETE FROM vpc_node WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  DELETE FROM firewall_group_vm WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  DELETE FROM network_state WHERE workspace_id = NEW.workspace_id AND resource_type = 'vm' AND resource_id = NEW.vm_id;
  NEW.private_ip := NULL;
  NEW.public_ip := NULL;
  RETURN NEW;
END $$;
DELETE FROM "firewall_group_vm" l USING "vm" v WHERE v."workspace_id" = l."workspace_id" AND v."vm_id" = l."vm_id" AND v."status" = 'deleted';

-- The order of the rules of a group: the user's by their priority, the platform's behind them.
ALTER TABLE "firewall_rule" ADD CONSTRAINT "firewall_rule_priority_check" CHECK ("priority" BETWEEN 1 AND 65535);

-- What there is already is brought to the provider once.
SELECT "want_network"('subnet', array_agg("workspace_id"), array_agg("subnet_id")) FROM "subnet";
SELECT "want_network"('nat_gateway', array_agg("workspace_id"), array_agg("nat_gateway_id")) FROM "nat_gateway";
SELECT "want_network"('vm', array_agg("workspace_id"), array_agg("vm_id")) FROM (
  SELECT "workspace_id", "vm_id" FROM "vpc_node" UNION SELECT "workspace_id", "vm_id" FROM "firewall_group_vm"
   UNION SELECT "workspace_id", "attached_vm_id" FROM "reserved_ip" WHERE "attached_vm_id" IS NOT NULL) AS connected;

-- The simulated provider's switches: what it was told last.
CREATE TABLE "simulated"."network_configuration" (
  "kind"          text NOT NULL CHECK ("kind" IN ('subnet', 'vm', 'nat_gateway')),
  "id"            text NOT NULL,
  "revision"      integer NOT NULL,
  "configuration" jsonb NOT NULL,
  PRIMARY KEY ("kind", "id")
);
