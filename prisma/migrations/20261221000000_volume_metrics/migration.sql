-- What the GPUs of a VM did, three numbers for each GPU: utilisation and memory in tenths of a percent, temperature in tenths of a degree Celsius.
-- One GPU takes 27 bytes of a row, eight take 69; null where the site measures none. An element is null where a site measures some of them.
ALTER TABLE "vm_metric" ADD COLUMN "gpus" smallint[];
-- Rows from before have none, so nobody waits until all of them are read.
ALTER TABLE "vm_metric" ADD CONSTRAINT "vm_metric_gpus_check" CHECK (cardinality("gpus") % 3 = 0) NOT VALID;

-- What attached volumes of running VMs did, one row for each and minute: some 130 bytes.
CREATE TABLE "volume_metric" (
  "workspace_id"     bigint NOT NULL,
  -- No foreign key: the rows of a volume that is gone expire like the others.
  "volume_id"        text NOT NULL,
  "minute"           timestamptz(0) NOT NULL,
  -- When the counters were read, within the minute: what rates are reckoned by.
  "read_at"          timestamptz(3) NOT NULL,
  -- Counters, as the provider has them; they may begin again at 0. Null where the site does not count them.
  "read_bytes"       bigint,
  "write_bytes"      bigint,
  "read_operations"  bigint,
  "write_operations" bigint,
  -- How full the file system is. Null where the site does not know.
  "used_percent"     real,
  PRIMARY KEY ("workspace_id", "volume_id", "minute"),
  CONSTRAINT "volume_metric_check" CHECK (
    "read_bytes" >= 0 AND "write_bytes" >= 0 AND "read_operations" >= 0 AND "write_operations" >= 0 AND "used_percent" BETWEEN 0 AND 100)
) PARTITION BY RANGE ("minute");
-- Only workers write it, and only reads read it: a change has nothing to do here.
SELECT "guard_workspace_rows"('volume_metric');
CREATE SCHEMA "volume_metric_day";

-- As `keep_vm_metric_days`, for each table that has one for each day. That one stays for the workers of the release before.
CREATE FUNCTION "keep_metric_days"("retention_days" integer) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  metric text;
  day date;
  expired text;
BEGIN
  FOREACH metric IN ARRAY ARRAY['vm_metric', 'volume_metric'] LOOP
    FOR day IN SELECT today + n FROM generate_series(0, 2) AS s (n) LOOP
      CONTINUE WHEN to_regclass(format('%s_day.day_%s', metric, to_char(day, 'YYYYMMDD'))) IS NOT NULL;
      EXECUTE format('CREATE TABLE %s_day.day_%s (LIKE %1$s INCLUDING ALL)', metric, to_char(day, 'YYYYMMDD'));
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %1$s_day.day_%s FOR VALUES FROM (%L) TO (%L)',
                     metric, to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
    END LOOP;
    FOR expired IN SELECT c.relname FROM pg_class c
                    WHERE c.relnamespace = (metric || '_day')::regnamespace AND c.relkind = 'r'
                      AND c.relname < 'day_' || to_char(today - retention_days, 'YYYYMMDD') LOOP
      EXECUTE format('DROP TABLE %s_day.%I', metric, expired);
    END LOOP;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION "keep_metric_days"(integer) FROM PUBLIC;
SELECT "keep_metric_days"(30);
