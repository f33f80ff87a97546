-- What running VMs did, one row for each and minute. Ten thousand VMs write 14 million rows a day, and as many expire: a table for each day is
-- dropped in no time, where deleting its rows would write as much again and leave the rest to vacuum.
CREATE TABLE "vm_metric" (
  "workspace_id"   bigint NOT NULL,
  -- No foreign key: the rows of a VM that is gone expire like the others.
  "vm_id"          text NOT NULL,
  "minute"         timestamptz(0) NOT NULL,
  -- When the counters were read, within the minute: what rates are reckoned by.
  "read_at"        timestamptz(3) NOT NULL,
  "cpu_percent"    real NOT NULL,
  "memory_percent" real NOT NULL,
  -- Counters, as the provider has them; they may begin again at 0.
  "read_bytes"     bigint NOT NULL,
  "write_bytes"    bigint NOT NULL,
  "rx_bytes"       bigint NOT NULL,
  "tx_bytes"       bigint NOT NULL,
  PRIMARY KEY ("workspace_id", "vm_id", "minute"),
  CONSTRAINT "vm_metric_check" CHECK (
    "cpu_percent" BETWEEN 0 AND 100 AND "memory_percent" BETWEEN 0 AND 100
    AND "read_bytes" >= 0 AND "write_bytes" >= 0 AND "rx_bytes" >= 0 AND "tx_bytes" >= 0)
) PARTITION BY RANGE ("minute");
-- Only workers write it, and only reads read it: a change has nothing to do here.
SELECT "guard_workspace_rows"('vm_metric');

-- The tables of the days, apart from those that have a meaning of their own.
CREATE SCHEMA "vm_metric_day";

-- Makes the tables of today, tomorrow and the day after (UTC), and drops those that are older than the retention. What is made beside and then
-- attached makes nobody wait; dropping waits for no more than a second, and is tried again by the next run.
CREATE FUNCTION "keep_vm_metric_days"("retention_days" integer) RETURNS void LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  day date;
  expired text;
BEGIN
  FOR day IN SELECT today + n FROM generate_series(0, 2) AS s (n) LOOP
    CONTINUE WHEN to_regclass(format('vm_metric_day.day_%s', to_char(day, 'YYYYMMDD'))) IS NOT NULL;
    EXECUTE format('CREATE TABLE vm_metric_day.day_%s (LIKE vm_metric INCLUDING ALL)', to_char(day, 'YYYYMMDD'));
    EXECUTE format('ALTER TABLE vm_metric ATTACH PARTITION vm_metric_day.day_%s FOR VALUES FROM (%L) TO (%L)',
                   to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
  END LOOP;
  FOR expired IN SELECT c.relname FROM pg_class c
                  WHERE c.relnamespace = 'vm_metric_day'::regnamespace AND c.relkind = 'r'
                    AND c.relname < 'day_' || to_char(today - retention_days, 'YYYYMMDD') LOOP
    EXECUTE format('DROP TABLE vm_metric_day.%I', expired);
  END LOOP;
END $$;
SELECT "keep_vm_metric_days"(30);
