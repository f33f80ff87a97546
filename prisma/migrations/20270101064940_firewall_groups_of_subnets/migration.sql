-- Firewall groups of a subnet are for every VM with a card there (docs/adr/0201).
CREATE TABLE "firewall_group_subnet" (
  "workspace_id"      bigint NOT NULL,
  "firewall_group_id" text NOT NULL,
  "vpc_id"            text NOT NULL,
  "subnet_id"         text NOT NULL,
  "created_at"        timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "firewall_group_id", "subnet_id"),
  CONSTRAINT "firewall_group_subnet_group_fkey" FOREIGN KEY ("workspace_id", "firewall_group_id")
    REFERENCES "firewall_group" ("workspace_id", "firewall_group_id") ON DELETE RESTRICT,
  CONSTRAINT "firewall_group_subnet_subnet_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "subnet_id")
    REFERENCES "subnet" ("workspace_id", "vpc_id", "subnet_id") ON DELETE CASCADE
);
CREATE INDEX "firewall_group_subnet_subnet_idx" ON "firewall_group_subnet" ("workspace_id", "subnet_id", "firewall_group_id");
SELECT "guard_workspace_rows"('firewall_group_subnet');
GRANT SELECT, INSERT, DELETE ON "firewall_group_subnet" TO "fulmar_workspace";
SELECT "announce_changes"('firewall_group_subnet', 'subnet', 'subnet_id');

-- A VM that comes to a subnet waits for changes of its groups' rules, as one that is linked does, and they wait for it: otherwise each
-- would be applied without the other.
CREATE FUNCTION "hold_firewall_groups"("workspaces" bigint[], "groups" text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM firewall_group g WHERE (g.workspace_id, g.firewall_group_id) IN (SELECT * FROM unnest(workspaces, groups))
    ORDER BY g.firewall_group_id FOR SHARE;
END $$;
CREATE OR REPLACE FUNCTION "want_network_of_vpc_node"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM hold_firewall_groups(array_agg(s.workspace_id), array_agg(s.firewall_group_id))
       FROM changed c JOIN firewall_group_subnet s USING (workspace_id, subnet_id) HAVING count(*) > 0;
  END IF;
  PERFORM want_network('vm', array_agg(workspace_id), array_agg(vm_id)) FROM changed;
  RETURN NULL;
END $$;

-- The subnet's record names its groups and their rules.
CREATE FUNCTION "want_network_of_firewall_group_subnet"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('subnet', array_agg(c.workspace_id), array_agg(c.subnet_id))
     FROM changed c WHERE EXISTS (SELECT FROM subnet n WHERE n.workspace_id = c.workspace_id AND n.subnet_id = c.subnet_id);
  PERFORM want_network('vm', array_agg(n.workspace_id), array_agg(n.vm_id)) FROM changed c JOIN vpc_node n USING (workspace_id, subnet_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "network_after_insert" AFTER INSERT ON "firewall_group_subnet" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "want_network_of_firewall_group_subnet"();
CREATE TRIGGER "network_after_delete" AFTER DELETE ON "firewall_group_subnet" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "want_network_of_firewall_group_subnet"();

CREATE OR REPLACE FUNCTION "want_network_of_firewall_rule"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('subnet', array_agg(s.workspace_id), array_agg(s.subnet_id))
     FROM (SELECT DISTINCT workspace_id, firewall_group_id FROM changed) c JOIN firewall_group_subnet s USING (workspace_id, firewall_group_id);
  PERFORM want_network('vm', array_agg(l.workspace_id), array_agg(l.vm_id)) FROM (
    SELECT workspace_id, vm_id FROM changed c JOIN firewall_group_vm l USING (workspace_id, firewall_group_id)
     UNION
    SELECT workspace_id, vm_id FROM changed c JOIN firewall_group_subnet s USING (workspace_id, firewall_group_id)
      JOIN vpc_node n USING (workspace_id, subnet_id)) l;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "note_address_sets_of_vms"("workspaces" bigint[], "vms" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF vms IS NOT NULL THEN
    PERFORM note_address_sets(array_agg(s.workspace_id), array_agg(s.source)) FROM (
      SELECT l.workspace_id, 'group:' || l.firewall_group_id AS source
        FROM unnest(workspaces, vms) AS w (workspace_id, vm_id) JOIN firewall_group_vm l ON l.workspace_id = w.workspace_id AND l.vm_id = w.vm_id
       UNION
      SELECT n.workspace_id, 'group:' || l.firewall_group_id
        FROM unnest(workspaces, vms) AS w (workspace_id, vm_id) JOIN vpc_node n ON n.workspace_id = w.workspace_id AND n.vm_id = w.vm_id
        JOIN firewall_group_subnet l ON l.workspace_id = n.workspace_id AND l.subnet_id = n.subnet_id
       UNION
      SELECT v.workspace_id, 'tag:' || t.tag
        FROM unnest(workspaces, vms) AS w (workspace_id, vm_id) JOIN vm v ON v.workspace_id = w.workspace_id AND v.vm_id = w.vm_id,
             unnest(v.tags) AS t (tag)) s;
  END IF;
END $$;

-- A VM that joins a group, or leaves one, by its subnet: as one that is linked (docs/adr/0185).
CREATE OR REPLACE FUNCTION "note_address_sets_of_vpc_node"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_address_sets_of_vms(array_agg(workspace_id), array_agg(vm_id)) FROM changed;
  PERFORM note_address_sets(array_agg(s.workspace_id), array_agg(s.source)) FROM (
    SELECT c.workspace_id, 'group:' || l.firewall_group_id AS source FROM changed c JOIN firewall_group_subnet l USING (workspace_id, subnet_id)
     UNION
    SELECT c.workspace_id, coalesce('group:' || r.remote_group_id, 'tag:' || r.remote_tag)
      FROM changed c JOIN firewall_group_subnet l USING (workspace_id, subnet_id)
      JOIN firewall_rule r ON r.workspace_id = l.workspace_id AND r.firewall_group_id = l.firewall_group_id) s;
  RETURN NULL;
END $$;
CREATE TRIGGER "address_sets_after_insert" AFTER INSERT ON "firewall_group_subnet" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_address_sets_of_firewall_group_vm"();
CREATE TRIGGER "address_sets_after_delete" AFTER DELETE ON "firewall_group_subnet" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_address_sets_of_firewall_group_vm"();
