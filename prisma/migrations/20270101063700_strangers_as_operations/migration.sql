-- The machines and volumes at sites that are not Fulmar's, as a worker last saw them (docs/adr/0136).
CREATE TABLE "site_stranger" (
  "provider"      text NOT NULL,
  "kind"          text NOT NULL,
  -- Its name at the site.
  "name"          text NOT NULL,
  -- Of a machine.
  "type"          text,
  "power"         text,
  "cpu"           integer,
  "ram_mb"        integer,
  "image"         text,
  "addresses"     text[] NOT NULL DEFAULT '{}',
  "volumes"       text[] NOT NULL DEFAULT '{}',
  "warnings"      text[] NOT NULL DEFAULT '{}',
  -- Its root disk, or the volume. NULL where it has no limit.
  "disk_gb"       integer,
  -- Of a volume.
  "machines"      text[] NOT NULL DEFAULT '{}',
  -- Why it cannot be adopted.
  "obstacles"     text[] NOT NULL,
  "first_seen_at" timestamptz(3) NOT NULL DEFAULT now(),
  "last_seen_at"  timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "site_stranger_pkey" PRIMARY KEY ("provider", "kind", "name"),
  CONSTRAINT "site_stranger_kind_known" CHECK ("kind" IN ('machine', 'volume')),
  CONSTRAINT "site_stranger_power_known" CHECK ("power" IN ('running', 'stopped')),
  CONSTRAINT "site_stranger_machine_check" CHECK (("kind" = 'machine') = ("type" IS NOT NULL)
    AND ("kind" = 'machine') = ("power" IS NOT NULL)),
  CONSTRAINT "site_stranger_addresses_filled" CHECK (array_position("addresses", NULL) IS NULL),
  CONSTRAINT "site_stranger_volumes_filled" CHECK (array_position("volumes", NULL) IS NULL),
  CONSTRAINT "site_stranger_warnings_filled" CHECK (array_position("warnings", NULL) IS NULL),
  CONSTRAINT "site_stranger_machines_filled" CHECK (array_position("machines", NULL) IS NULL),
  CONSTRAINT "site_stranger_obstacles_filled" CHECK (array_position("obstacles", NULL) IS NULL)
);

-- A machine that is adopted: the name of its VM, and whether quota, funds and the plan must suffice.
ALTER TABLE "site_decision"
  ADD COLUMN "vm_name" text,
  ADD COLUMN "force"   boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT "site_decision_kind_known",
  ADD CONSTRAINT "site_decision_kind_known" CHECK ("kind" IN
    ('vm', 'volume', 'snapshot', 'backup', 'image', 'subnet', 'vm_network', 'nat_gateway', 'load_balancer', 'cdn_distribution',
     'machine'));
