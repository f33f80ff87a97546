-- The hosts of a site (docs/adr/0132): the machines on which its server puts VMs.
CREATE TABLE "site_host" (
  "host_id"         text NOT NULL,
  "site_id"         text NOT NULL,
  -- Its name at the server.
  "name"            text NOT NULL,
  -- What the server says of it.
  "status"          text NOT NULL,
  "architecture"    text,
  "moves_live"      boolean NOT NULL,
  "shared_disks"    boolean NOT NULL,
  -- As of the last report that had them: a host that is offline says nothing.
  "cpus"            integer,
  "ram_mb"          integer,
  "free_ram_mb"     integer,
  "disk_gb"         integer,
  "free_disk_gb"    integer,
  "seen_at"         timestamptz(3) NOT NULL DEFAULT now(),
  -- What operators decided about it.
  "state"           text NOT NULL DEFAULT 'active',
  "state_reason"    text,
  "state_by"        text,
  "state_at"        timestamptz(3),
  "tags"            text[] NOT NULL DEFAULT '{}',
  "zone"            text,
  -- The VMs that are on it or move there. A trigger counts them.
  "vms"             integer NOT NULL DEFAULT 0,
  "promised_cpus"   integer NOT NULL DEFAULT 0,
  "promised_ram_mb" integer NOT NULL DEFAULT 0,
  CONSTRAINT "site_host_pkey" PRIMARY KEY ("host_id"),
  CONSTRAINT "site_host_name_unique" UNIQUE ("site_id", "name"),
  CONSTRAINT "site_host_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id") ON DELETE CASCADE,
  CONSTRAINT "site_host_status_known" CHECK ("status" IN ('online', 'offline')),
  CONSTRAINT "site_host_state_known" CHECK ("state" IN ('active', 'cordoned', 'draining', 'drained', 'lost')),
  CONSTRAINT "site_host_tags_filled" CHECK (array_position("tags", NULL) IS NULL)
);
GRANT SELECT ON "site_host" TO "fulmar_workspace";

-- The host of a VM, and the one that it moves to. No foreign keys: rows that a site remembers may name hosts that this database has forgotten.
ALTER TABLE "vm" ADD COLUMN "host_id" text, ADD COLUMN "next_host_id" text;
CREATE INDEX "vm_host_idx" ON "vm" ("host_id", "vm_id") WHERE "host_id" IS NOT NULL;
CREATE INDEX "vm_moving_idx" ON "vm" ("next_host_id", "vm_id") WHERE "next_host_id" IS NOT NULL;

-- A VM that has no instance any more is on no host. One that is kept has its instance.
CREATE FUNCTION "leave_host"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.host_id := NULL;
  NEW.next_host_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "vm_leaves_host" BEFORE UPDATE ON "vm" FOR EACH ROW
  WHEN (NEW."host_id" IS NOT NULL AND ((NEW."status" = 'deleted' AND NEW."restorable_until" IS NULL)
     OR (NEW."status" = 'error' AND OLD."status" IN ('pending', 'creating', 'provisioning', 'configuring'))))
  EXECUTE FUNCTION "leave_host"();

-- The counts are in the row of the host, so that the statement that reserves room sees what others have reserved. As requests may not
-- write hosts, the function does.
CREATE FUNCTION "count_vm_at_host"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE site_host h
     SET vms = h.vms + d.vms, promised_cpus = h.promised_cpus + d.cpus, promised_ram_mb = h.promised_ram_mb + d.ram_mb
    FROM (SELECT c.host_id, sum(c.one)::int AS vms, sum(c.one * c.cpu)::int AS cpus, sum(c.one * c.ram_mb)::int AS ram_mb
            FROM (SELECT unnest(ARRAY[OLD.host_id, OLD.next_host_id]), -1, OLD.cpu, OLD.ram_mb WHERE TG_OP <> 'INSERT'
                  UNION ALL
                  SELECT unnest(ARRAY[NEW.host_id, NEW.next_host_id]), 1, NEW.cpu, NEW.ram_mb WHERE TG_OP <> 'DELETE'
                 ) AS c (host_id, one, cpu, ram_mb)
           WHERE c.host_id IS NOT NULL GROUP BY c.host_id) d
   WHERE h.host_id = d.host_id AND (d.vms, d.cpus, d.ram_mb) <> (0, 0, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_host_made" AFTER INSERT ON "vm" FOR EACH ROW WHEN (NEW."host_id" IS NOT NULL) EXECUTE FUNCTION "count_vm_at_host"();
CREATE TRIGGER "vm_host_changed" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN ((OLD."host_id", OLD."next_host_id", OLD."cpu", OLD."ram_mb") IS DISTINCT FROM
        (NEW."host_id", NEW."next_host_id", NEW."cpu", NEW."ram_mb")
    AND num_nonnulls(OLD."host_id", OLD."next_host_id", NEW."host_id", NEW."next_host_id") > 0)
  EXECUTE FUNCTION "count_vm_at_host"();
CREATE TRIGGER "vm_host_removed" AFTER DELETE ON "vm" FOR EACH ROW WHEN (OLD."host_id" IS NOT NULL) EXECUTE FUNCTION "count_vm_at_host"();
REVOKE EXECUTE ON FUNCTION "count_vm_at_host"() FROM PUBLIC;

-- The hosts of simulated worlds. A world without any is one lump.
CREATE TABLE "simulated"."host" (
  "provider" text NOT NULL,
  "name"     text NOT NULL,
  "cpus"     integer NOT NULL,
  "ram_mb"   integer NOT NULL,
  "disk_gb"  integer NOT NULL,
  -- Set to false to make the host fail.
  "online"   boolean NOT NULL DEFAULT true,
  PRIMARY KEY ("provider", "name")
);
ALTER TABLE "simulated"."instance" ADD COLUMN "host" text;
CREATE INDEX "instance_host_idx" ON "simulated"."instance" ("provider", "host") INCLUDE ("ram_mb");
