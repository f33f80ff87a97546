-- Machines that somebody made at a site by hand become VMs, and VMs become such machines again (docs/adr/0080).

-- When a machine that was not ours became the instance of this VM. Its network is as it was made, and not ours to change.
ALTER TABLE "vm" ADD COLUMN "adopted_at" timestamptz(3);

-- The image of an adopted machine. It is at no site, so nothing is made from it, and lists begin behind its position.
INSERT INTO "image" ("template_id", "name", "os_type", "os_distro", "version", "min_disk_gb", "site_ids", "position")
VALUES ('unknown', 'Unknown', 'linux', 'unknown', '', 1, '{}', 0);

-- An adoption under way: the ids that a machine's labels have before the database has rows of them. It is written before
-- the labels and goes with the commit that makes the rows, so that what bears these ids is never unknown.
CREATE TABLE "machine_adoption" (
  "provider"   text NOT NULL,
  "machine"    text NOT NULL,
  "vm_id"      text NOT NULL,
  -- The ids of its volumes by their names at the site.
  "volumes"    jsonb NOT NULL,
  "started_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "machine_adoption_pkey" PRIMARY KEY ("provider", "machine"),
  CONSTRAINT "machine_adoption_vm_unique" UNIQUE ("vm_id")
);

-- As before, and refuses what an adopted machine cannot have: it is in no network of ours.
CREATE OR REPLACE FUNCTION "want_network"("kind" "network_resource", "workspaces" bigint[], "ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL THEN
    RETURN;
  END IF;
  IF kind = 'vm' AND EXISTS (
    SELECT FROM unnest(workspaces, ids) AS w (workspace_id, id) JOIN vm v ON v.workspace_id = w.workspace_id AND v.vm_id = w.id
     WHERE v.adopted_at IS NOT NULL AND v.status <> 'deleted')
  THEN
    RAISE EXCEPTION 'the network of an adopted machine is not ours: constraint "vm_adopted_network"' USING ERRCODE = 'check_violation', CONSTRAINT = 'vm_adopted_network';
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

-- The simulated site has machines and volumes that are not ours.
CREATE TABLE "simulated"."stranger" (
  "name"       text PRIMARY KEY,
  -- Null for no limit.
  "cpu"        integer,
  "ram_mb"     integer,
  "disk_gb"    integer,
  "image"      text,
  "private_ip" text NOT NULL DEFAULT host(inet '10.0.0.1' + nextval('simulated.address_seq')),
  "power"      text NOT NULL DEFAULT 'stopped' CHECK ("power" IN ('stopped', 'running')),
  "ephemeral"  boolean NOT NULL DEFAULT false,
  "content"    text NOT NULL DEFAULT '',
  "configuration" jsonb,
  "rx_bytes"   bigint NOT NULL DEFAULT 0,
  "tx_bytes"   bigint NOT NULL DEFAULT 0,
  "started_at" timestamptz,
  "created_at" timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE "simulated"."stranger_volume" (
  "name"       text PRIMARY KEY,
  "size_gb"    integer,
  "machine"    text REFERENCES "simulated"."stranger" ("name") DEFERRABLE INITIALLY DEFERRED,
  "content"    text NOT NULL DEFAULT '',
  "created_at" timestamptz NOT NULL DEFAULT now()
);
