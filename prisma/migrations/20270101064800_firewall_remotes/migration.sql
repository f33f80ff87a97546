-- A firewall rule names addresses, another firewall group or a tag (docs/adr/0185), and types of ICMP.
ALTER TABLE "firewall_rule"
  ADD COLUMN "remote_group_id" text,
  ADD COLUMN "remote_tag" text,
  ADD COLUMN "icmp_type" integer,
  ADD COLUMN "icmp_code" integer,
  ADD CONSTRAINT "firewall_rule_remote_group_fkey" FOREIGN KEY ("workspace_id", "remote_group_id")
    REFERENCES "firewall_group" ("workspace_id", "firewall_group_id"),
  ADD CONSTRAINT "firewall_rule_remote_check" CHECK (num_nonnulls(nullif("remote_targets", '{}'), "remote_group_id", "remote_tag") <= 1),
  ADD CONSTRAINT "firewall_rule_icmp_check" CHECK (
    "icmp_type" BETWEEN 0 AND 255 AND "icmp_code" BETWEEN 0 AND 255
    AND ("icmp_type" IS NULL OR "protocol" = 'icmp') AND ("icmp_code" IS NULL OR "icmp_type" IS NOT NULL));
CREATE INDEX "firewall_rule_remote_group_idx" ON "firewall_rule" ("workspace_id", "remote_group_id") WHERE "remote_group_id" IS NOT NULL;
CREATE INDEX "firewall_rule_remote_tag_idx" ON "firewall_rule" ("workspace_id", "remote_tag") WHERE "remote_tag" IS NOT NULL;

-- What a rule names besides addresses is an address set, `group:<firewall_group_id>` or `tag:<tag>`. Here stands whose addresses may
-- have changed, until a worker takes it. Every change stands here, also of what no rule names: a rule may be on its way that does.
CREATE TABLE "address_set_change" (
  "change_id"    bigint GENERATED ALWAYS AS IDENTITY,
  "workspace_id" bigint NOT NULL,
  "sources"      text[] NOT NULL,
  CONSTRAINT "address_set_change_pkey" PRIMARY KEY ("change_id"),
  CONSTRAINT "address_set_change_sources_filled" CHECK (array_position("sources", NULL) IS NULL)
);
SELECT "guard_workspace_rows"('address_set_change');

CREATE FUNCTION "note_address_sets"("workspaces" bigint[], "named" text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF named IS NOT NULL THEN
    INSERT INTO address_set_change (workspace_id, sources)
    SELECT w.workspace_id, array_agg(DISTINCT w.source) FROM unnest(workspaces, named) AS w (workspace_id, source)
     WHERE w.source IS NOT NULL GROUP BY w.workspace_id;
  END IF;
END $$;

-- The same for everything that these VMs are in.
CREATE FUNCTION "note_address_sets_of_vms"("workspaces" bigint[], "vms" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF vms IS NOT NULL THEN
    PERFORM note_address_sets(array_agg(s.workspace_id), array_agg(s.source)) FROM (
      SELECT l.workspace_id, 'group:' || l.firewall_group_id AS source
        FROM unnest(workspaces, vms) AS w (workspace_id, vm_id) JOIN firewall_group_vm l ON l.workspace_id = w.workspace_id AND l.vm_id = w.vm_id
       UNION
      SELECT v.workspace_id, 'tag:' || t.tag
        FROM unnest(workspaces, vms) AS w (workspace_id, vm_id) JOIN vm v ON v.workspace_id = w.workspace_id AND v.vm_id = w.vm_id,
             unnest(v.tags) AS t (tag)) s;
  END IF;
END $$;

CREATE FUNCTION "note_address_sets_of_vpc_node"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_address_sets_of_vms(array_agg(workspace_id), array_agg(vm_id)) FROM changed;
  RETURN NULL;
END $$;
-- Also when an operator isolates the address, which touches its reservation.
CREATE FUNCTION "note_address_sets_of_reserved_ip"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_address_sets_of_vms(array_agg(workspace_id), array_agg(attached_vm_id)) FROM changed WHERE attached_vm_id IS NOT NULL;
  RETURN NULL;
END $$;
-- A VM that joins a group may be the first of its site that needs what the group's rules name.
CREATE FUNCTION "note_address_sets_of_firewall_group_vm"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_address_sets(array_agg(s.workspace_id), array_agg(s.source)) FROM (
    SELECT workspace_id, 'group:' || firewall_group_id AS source FROM changed
     UNION
    SELECT r.workspace_id, coalesce('group:' || r.remote_group_id, 'tag:' || r.remote_tag)
      FROM changed c JOIN firewall_rule r USING (workspace_id, firewall_group_id)) s;
  RETURN NULL;
END $$;
CREATE FUNCTION "note_address_sets_of_firewall_rule"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_address_sets(array_agg(workspace_id), array_agg(coalesce('group:' || remote_group_id, 'tag:' || remote_tag)))
     FROM changed WHERE remote_group_id IS NOT NULL OR remote_tag IS NOT NULL;
  RETURN NULL;
END $$;
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['vpc_node', 'reserved_ip', 'firewall_group_vm', 'firewall_rule'] LOOP
    EXECUTE format('CREATE TRIGGER address_sets_after_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'note_address_sets_of_' || t);
    EXECUTE format('CREATE TRIGGER address_sets_after_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'note_address_sets_of_' || t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['reserved_ip', 'firewall_rule'] LOOP
    EXECUTE format('CREATE TRIGGER address_sets_after_update_from AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'note_address_sets_of_' || t);
    EXECUTE format('CREATE TRIGGER address_sets_after_update_to AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', t, 'note_address_sets_of_' || t);
  END LOOP;
END $$;

CREATE FUNCTION "note_address_sets_of_vm"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_address_sets(array_agg(NEW.workspace_id), array_agg('tag:' || t.tag))
     FROM unnest(OLD.tags || NEW.tags) AS t (tag) WHERE NOT (t.tag = ANY (OLD.tags) AND t.tag = ANY (NEW.tags));
  RETURN NULL;
END $$;
CREATE TRIGGER "address_sets_after_update" AFTER UPDATE OF "tags" ON "vm" FOR EACH ROW
  WHEN (OLD."tags" IS DISTINCT FROM NEW."tags") EXECUTE FUNCTION "note_address_sets_of_vm"();

-- The state of an address set at a site, which is `<site_id>/<source>`.
ALTER TYPE "network_resource" ADD VALUE 'address_set';
CREATE OR REPLACE FUNCTION "place_network_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.site_id := CASE NEW.resource_type::text
    WHEN 'vm' THEN (SELECT v.site_id FROM vm v WHERE v.workspace_id = NEW.workspace_id AND v.vm_id = NEW.resource_id)
    WHEN 'subnet' THEN (SELECT n.site_id FROM subnet n WHERE n.workspace_id = NEW.workspace_id AND n.subnet_id = NEW.resource_id)
    WHEN 'address_set' THEN split_part(NEW.resource_id, '/', 1)
    ELSE (SELECT g.site_id FROM nat_gateway g WHERE g.workspace_id = NEW.workspace_id AND g.nat_gateway_id = NEW.resource_id) END;
  RETURN NEW;
END
$$;

-- The simulated provider has address sets.
ALTER TABLE "simulated"."network_configuration" DROP CONSTRAINT "network_configuration_kind_check",
  ADD CONSTRAINT "network_configuration_kind_check" CHECK ("kind" IN ('subnet', 'vm', 'nat_gateway', 'address_set'));
