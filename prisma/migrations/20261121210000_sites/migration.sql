-- Sites that stand on a server of their own (docs/adr/0022).
ALTER TABLE "site" ADD COLUMN "unsupported" text[] NOT NULL DEFAULT '{}';

-- Workspaces have no business with it: it is granted to nobody.
CREATE TABLE "site_connection" (
  "site_id"            text NOT NULL,
  "endpoint"           text NOT NULL,
  "project"            text NOT NULL,
  "storage_pool"       text NOT NULL,
  "network"            text NOT NULL,
  "instance_type"      text NOT NULL,
  "client_certificate" text,
  "client_key_sealed"  bytea,
  "server_certificate" text,
  "created_at"         timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "site_connection_pkey" PRIMARY KEY ("site_id"),
  CONSTRAINT "site_connection_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id") ON UPDATE CASCADE,
  CONSTRAINT "site_connection_endpoint_check" CHECK ("endpoint" ~ '^(unix|https)://'),
  CONSTRAINT "site_connection_instance_type_check" CHECK ("instance_type" IN ('container', 'virtual-machine')),
  CONSTRAINT "site_connection_key_check" CHECK (("client_certificate" IS NULL) = ("client_key_sealed" IS NULL))
);

CREATE TABLE "site_capacity" (
  "site_id"      text NOT NULL,
  "reachable"    boolean NOT NULL,
  "server"       text NOT NULL,
  "cpus"         integer NOT NULL,
  "ram_mb"       integer NOT NULL,
  "free_ram_mb"  integer NOT NULL,
  "disk_gb"      integer NOT NULL,
  "free_disk_gb" integer NOT NULL,
  "checked_at"   timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "site_capacity_pkey" PRIMARY KEY ("site_id"),
  CONSTRAINT "site_capacity_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id") ON UPDATE CASCADE
);

-- Whether a plan can be had is a question of every catalog page and every create.
GRANT SELECT ON "site_capacity" TO "fulmar_workspace";
