-- The simulated provider's own world. Nothing outside of it may look in here: to the rest of Fulmar it is a cloud somewhere else.
CREATE SCHEMA "simulated";

CREATE SEQUENCE "simulated"."address_seq" MAXVALUE 16777000 CYCLE;

CREATE TABLE "simulated"."instance" (
  "vm_id"           text PRIMARY KEY,
  "name"            text NOT NULL,
  "cpu"             integer NOT NULL,
  "ram_mb"          integer NOT NULL,
  "disk_gb"         integer NOT NULL,
  "template_id"     text NOT NULL,
  "private_ip"      text NOT NULL DEFAULT host(inet '10.0.0.1' + nextval('simulated.address_seq')),
  "power"           text NOT NULL DEFAULT 'stopped' CHECK ("power" IN ('stopped', 'running')),
  "provisioned"     boolean NOT NULL DEFAULT false,
  "configuration"   jsonb,
  "last_restart_id" text,
  -- Traffic of the runs before this one; the current run adds its seconds to it.
  "rx_bytes"        bigint NOT NULL DEFAULT 0,
  "tx_bytes"        bigint NOT NULL DEFAULT 0,
  "started_at"      timestamptz,
  "created_at"      timestamptz NOT NULL DEFAULT now(),
  -- Set for an instance that disappears some time after its first start.
  "vanish_after_ms" integer,
  "vanishes_at"     timestamptz
);

CREATE TABLE "simulated"."snapshot" (
  "snapshot_id" text NOT NULL,
  "volume_id"   text NOT NULL,
  "vm_id"       text NOT NULL,
  "size_bytes"  bigint NOT NULL,
  "created_at"  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("snapshot_id", "volume_id")
);
CREATE INDEX "snapshot_vm_idx" ON "simulated"."snapshot" ("vm_id");

-- What there is right now: an instance whose time has come is gone, as if somebody had removed it behind our back.
CREATE VIEW "simulated"."live_instance" AS
  SELECT i.*,
         i.rx_bytes + CASE WHEN i.power = 'running' THEN (extract(epoch FROM clock_timestamp() - i.started_at) * 24000 * i.cpu)::bigint ELSE 0 END AS rx_counter,
         i.tx_bytes + CASE WHEN i.power = 'running' THEN (extract(epoch FROM clock_timestamp() - i.started_at) * 9000 * i.cpu)::bigint ELSE 0 END AS tx_counter
    FROM "simulated"."instance" i
   WHERE i.vanishes_at IS NULL OR i.vanishes_at > clock_timestamp();
