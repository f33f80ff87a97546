-- One row for each VM and hour in place of sixty (docs/adr/0093). A minute is a row of its own while its hour lasts and shortly after. Then
-- `pack_metrics` writes the row of the hour and drops the table of its minutes. Nothing is lost: charts have the same points as before.

-- What a VM did in an hour. Arrays have an element for each minute that was measured, in order.
CREATE TABLE "vm_metric_hour" (
  "workspace_id" bigint NOT NULL,
  -- No foreign key: the rows of a VM that is gone expire like the others.
  "vm_id" text NOT NULL,
  "hour" timestamptz(0) NOT NULL,
  -- When the counters were read: 60001 times the minute of the hour, and the milliseconds since the minute began. Those are 0 to 60000, for what
  -- was read in the last half of a millisecond is rounded up.
  "read_ms" integer[] NOT NULL,
  "cpu_percent" real[] NOT NULL,
  "memory_percent" real[] NOT NULL,
  -- A counter is its first value and its steps from minute to minute, the first of them 0, in half of the room of the values. Where a value is
  -- missing or a step is no integer, it is the values instead. All three are null where the site does not count.
  "read_bytes_first" bigint,
  "read_bytes_steps" integer[],
  "read_bytes_values" bigint[],
  "write_bytes_first" bigint,
  "write_bytes_steps" integer[],
  "write_bytes_values" bigint[],
  "rx_bytes_first" bigint,
  "rx_bytes_steps" integer[],
  "rx_bytes_values" bigint[],
  "tx_bytes_first" bigint,
  "tx_bytes_steps" integer[],
  "tx_bytes_values" bigint[],
  -- The arrays of `vm_metric` as texts. Null without GPUs.
  "gpus" text[],
  PRIMARY KEY ("workspace_id", "vm_id", "hour")
) PARTITION BY RANGE ("hour");
-- Only a function of the owner writes it, and only reads read it: a change has nothing to do here.
SELECT "guard_workspace_rows"('vm_metric_hour');

-- What an attached volume of a running VM did in an hour.
CREATE TABLE "volume_metric_hour" (
  "workspace_id" bigint NOT NULL,
  "volume_id" text NOT NULL,
  "hour" timestamptz(0) NOT NULL,
  "read_ms" integer[] NOT NULL,
  "read_bytes_first" bigint,
  "read_bytes_steps" integer[],
  "read_bytes_values" bigint[],
  "write_bytes_first" bigint,
  "write_bytes_steps" integer[],
  "write_bytes_values" bigint[],
  "read_operations_first" bigint,
  "read_operations_steps" integer[],
  "read_operations_values" bigint[],
  "write_operations_first" bigint,
  "write_operations_steps" integer[],
  "write_operations_values" bigint[],
  "used_percent" real[],
  PRIMARY KEY ("workspace_id", "volume_id", "hour")
) PARTITION BY RANGE ("hour");
SELECT "guard_workspace_rows"('volume_metric_hour');

-- The tables of an hour's minutes, as vm_metric_2026122607, and of a day's hours, as vm_metric_hour_20261226 (UTC).
CREATE SCHEMA "metric_part";

-- Makes the tables of minutes of this hour and the next two, and drops those of days that are older than the retention. What is made beside and
-- then attached makes nobody wait; dropping waits for no more than a second, and is tried again by the next run. Days that have a table of the
-- release before stay as they are until they expire: so its processes see every minute while they are replaced. A table of minutes lives little
-- longer than its hour and only grows, so vacuum would read it in vain.
CREATE OR REPLACE FUNCTION "keep_metric_days"("retention_days" integer) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  oldest text := to_char((now() AT TIME ZONE 'UTC')::date - retention_days, 'YYYYMMDD');
  metric text;
  hour timestamptz;
  part text;
  expired text;
BEGIN
  FOREACH metric IN ARRAY ARRAY['vm_metric', 'volume_metric'] LOOP
    FOR hour IN SELECT date_trunc('hour', now(), 'UTC') + make_interval(hours => n) FROM generate_series(0, 2) AS s (n) LOOP
      part := metric || to_char(hour AT TIME ZONE 'UTC', '_YYYYMMDDHH24');
      CONTINUE WHEN to_regclass('metric_part.' || part) IS NOT NULL
                 OR to_regclass(metric || to_char(hour AT TIME ZONE 'UTC', '"_day.day_"YYYYMMDD')) IS NOT NULL;
      EXECUTE format('CREATE TABLE metric_part.%I (LIKE %I INCLUDING ALL) WITH (autovacuum_enabled = false)', part, metric);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION metric_part.%I FOR VALUES FROM (%L) TO (%L)', metric, part, hour, hour + interval '1 hour');
    END LOOP;
    FOR expired IN SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE c.relkind = 'r' AND (n.nspname = metric || '_day' AND c.relname < 'day_' || oldest
                       OR n.nspname = 'metric_part' AND c.relname LIKE metric || '\_hour\_%' AND c.relname < metric || '_hour_' || oldest) LOOP
      EXECUTE format('DROP TABLE %s', expired);
    END LOOP;
  END LOOP;
END $$;

-- Writes the rows of an hour.
CREATE FUNCTION "pack_vm_metric_hour"("packed" timestamptz) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp SET work_mem = '64MB' AS $$
  INSERT INTO vm_metric_hour (workspace_id, vm_id, hour, read_bytes_first, read_bytes_steps, read_bytes_values, write_bytes_first, write_bytes_steps, write_bytes_values, rx_bytes_first, rx_bytes_steps, rx_bytes_values, tx_bytes_first, tx_bytes_steps, tx_bytes_values, read_ms, cpu_percent, memory_percent, gpus)
  SELECT h.workspace_id, h.vm_id, packed,
         CASE WHEN h.read_bytes_fits THEN h.read_bytes_all[1] END, CASE WHEN h.read_bytes_fits THEN h.read_bytes_steps::integer[] END, CASE WHEN NOT h.read_bytes_fits AND h.read_bytes_known THEN h.read_bytes_all END,
         CASE WHEN h.write_bytes_fits THEN h.write_bytes_all[1] END, CASE WHEN h.write_bytes_fits THEN h.write_bytes_steps::integer[] END, CASE WHEN NOT h.write_bytes_fits AND h.write_bytes_known THEN h.write_bytes_all END,
         CASE WHEN h.rx_bytes_fits THEN h.rx_bytes_all[1] END, CASE WHEN h.rx_bytes_fits THEN h.rx_bytes_steps::integer[] END, CASE WHEN NOT h.rx_bytes_fits AND h.rx_bytes_known THEN h.rx_bytes_all END,
         CASE WHEN h.tx_bytes_fits THEN h.tx_bytes_all[1] END, CASE WHEN h.tx_bytes_fits THEN h.tx_bytes_steps::integer[] END, CASE WHEN NOT h.tx_bytes_fits AND h.tx_bytes_known THEN h.tx_bytes_all END,
         h.read_ms, h.cpu_percent, h.memory_percent, h.gpus
    FROM (SELECT m.workspace_id, m.vm_id,
                array_agg(m.read_bytes ORDER BY m.minute) AS read_bytes_all, array_agg(m.read_bytes_step ORDER BY m.minute) AS read_bytes_steps, count(m.read_bytes) > 0 AS read_bytes_known,
                count(m.read_bytes_step) = count(*) AND min(m.read_bytes_step) >= -2147483648 AND max(m.read_bytes_step) <= 2147483647 AS read_bytes_fits,
                array_agg(m.write_bytes ORDER BY m.minute) AS write_bytes_all, array_agg(m.write_bytes_step ORDER BY m.minute) AS write_bytes_steps, count(m.write_bytes) > 0 AS write_bytes_known,
                count(m.write_bytes_step) = count(*) AND min(m.write_bytes_step) >= -2147483648 AND max(m.write_bytes_step) <= 2147483647 AS write_bytes_fits,
                array_agg(m.rx_bytes ORDER BY m.minute) AS rx_bytes_all, array_agg(m.rx_bytes_step ORDER BY m.minute) AS rx_bytes_steps, count(m.rx_bytes) > 0 AS rx_bytes_known,
                count(m.rx_bytes_step) = count(*) AND min(m.rx_bytes_step) >= -2147483648 AND max(m.rx_bytes_step) <= 2147483647 AS rx_bytes_fits,
                array_agg(m.tx_bytes ORDER BY m.minute) AS tx_bytes_all, array_agg(m.tx_bytes_step ORDER BY m.minute) AS tx_bytes_steps, count(m.tx_bytes) > 0 AS tx_bytes_known,
                count(m.tx_bytes_step) = count(*) AND min(m.tx_bytes_step) >= -2147483648 AND max(m.tx_bytes_step) <= 2147483647 AS tx_bytes_fits,
                array_agg((60001 * extract(minute FROM m.minute - packed) + 1000 * extract(epoch FROM m.read_at - m.minute))::integer ORDER BY m.minute) AS read_ms,
                array_agg(m.cpu_percent ORDER BY m.minute) AS cpu_percent,
                array_agg(m.memory_percent ORDER BY m.minute) AS memory_percent,
                CASE WHEN count(m.gpus) > 0 THEN array_agg(m.gpus::text ORDER BY m.minute) END AS gpus
            FROM (SELECT s.*,
                        s.read_bytes - lag(s.read_bytes, 1, s.read_bytes) OVER former AS read_bytes_step,
                        s.write_bytes - lag(s.write_bytes, 1, s.write_bytes) OVER former AS write_bytes_step,
                        s.rx_bytes - lag(s.rx_bytes, 1, s.rx_bytes) OVER former AS rx_bytes_step,
                        s.tx_bytes - lag(s.tx_bytes, 1, s.tx_bytes) OVER former AS tx_bytes_step
                    FROM vm_metric s WHERE s.minute >= packed AND s.minute < packed + interval '1 hour'
                  WINDOW former AS (PARTITION BY s.workspace_id, s.vm_id ORDER BY s.minute)) AS m
           GROUP BY m.workspace_id, m.vm_id) AS h
$$;
REVOKE EXECUTE ON FUNCTION "pack_vm_metric_hour"(timestamptz) FROM PUBLIC;

CREATE FUNCTION "pack_volume_metric_hour"("packed" timestamptz) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp SET work_mem = '64MB' AS $$
  INSERT INTO volume_metric_hour (workspace_id, volume_id, hour, read_bytes_first, read_bytes_steps, read_bytes_values, write_bytes_first, write_bytes_steps, write_bytes_values, read_operations_first, read_operations_steps, read_operations_values, write_operations_first, write_operations_steps, write_operations_values, read_ms, used_percent)
  SELECT h.workspace_id, h.volume_id, packed,
         CASE WHEN h.read_bytes_fits THEN h.read_bytes_all[1] END, CASE WHEN h.read_bytes_fits THEN h.read_bytes_steps::integer[] END, CASE WHEN NOT h.read_bytes_fits AND h.read_bytes_known THEN h.read_bytes_all END,
         CASE WHEN h.write_bytes_fits THEN h.write_bytes_all[1] END, CASE WHEN h.write_bytes_fits THEN h.write_bytes_steps::integer[] END, CASE WHEN NOT h.write_bytes_fits AND h.write_bytes_known THEN h.write_bytes_all END,
         CASE WHEN h.read_operations_fits THEN h.read_operations_all[1] END, CASE WHEN h.read_operations_fits THEN h.read_operations_steps::integer[] END, CASE WHEN NOT h.read_operations_fits AND h.read_operations_known THEN h.read_operations_all END,
         CASE WHEN h.write_operations_fits THEN h.write_operations_all[1] END, CASE WHEN h.write_operations_fits THEN h.write_operations_steps::integer[] END, CASE WHEN NOT h.write_operations_fits AND h.write_operations_known THEN h.write_operations_all END,
         h.read_ms, h.used_percent
    FROM (SELECT m.workspace_id, m.volume_id,
                array_agg(m.read_bytes ORDER BY m.minute) AS read_bytes_all, array_agg(m.read_bytes_step ORDER BY m.minute) AS read_bytes_steps, count(m.read_bytes) > 0 AS read_bytes_known,
                count(m.read_bytes_step) = count(*) AND min(m.read_bytes_step) >= -2147483648 AND max(m.read_bytes_step) <= 2147483647 AS read_bytes_fits,
                array_agg(m.write_bytes ORDER BY m.minute) AS write_bytes_all, array_agg(m.write_bytes_step ORDER BY m.minute) AS write_bytes_steps, count(m.write_bytes) > 0 AS write_bytes_known,
                count(m.write_bytes_step) = count(*) AND min(m.write_bytes_step) >= -2147483648 AND max(m.write_bytes_step) <= 2147483647 AS write_bytes_fits,
                array_agg(m.read_operations ORDER BY m.minute) AS read_operations_all, array_agg(m.read_operations_step ORDER BY m.minute) AS read_operations_steps, count(m.read_operations) > 0 AS read_operations_known,
                count(m.read_operations_step) = count(*) AND min(m.read_operations_step) >= -2147483648 AND max(m.read_operations_step) <= 2147483647 AS read_operations_fits,
                array_agg(m.write_operations ORDER BY m.minute) AS write_operations_all, array_agg(m.write_operations_step ORDER BY m.minute) AS write_operations_steps, count(m.write_operations) > 0 AS write_operations_known,
                count(m.write_operations_step) = count(*) AND min(m.write_operations_step) >= -2147483648 AND max(m.write_operations_step) <= 2147483647 AS write_operations_fits,
                array_agg((60001 * extract(minute FROM m.minute - packed) + 1000 * extract(epoch FROM m.read_at - m.minute))::integer ORDER BY m.minute) AS read_ms,
                CASE WHEN count(m.used_percent) > 0 THEN array_agg(m.used_percent ORDER BY m.minute) END AS used_percent
            FROM (SELECT s.*,
                        s.read_bytes - lag(s.read_bytes, 1, s.read_bytes) OVER former AS read_bytes_step,
                        s.write_bytes - lag(s.write_bytes, 1, s.write_bytes) OVER former AS write_bytes_step,
                        s.read_operations - lag(s.read_operations, 1, s.read_operations) OVER former AS read_operations_step,
                        s.write_operations - lag(s.write_operations, 1, s.write_operations) OVER former AS write_operations_step
                    FROM volume_metric s WHERE s.minute >= packed AND s.minute < packed + interval '1 hour'
                  WINDOW former AS (PARTITION BY s.workspace_id, s.volume_id ORDER BY s.minute)) AS m
           GROUP BY m.workspace_id, m.volume_id) AS h
$$;
REVOKE EXECUTE ON FUNCTION "pack_volume_metric_hour"(timestamptz) FROM PUBLIC;

-- Packs the oldest hour that ended so many minutes ago, and drops the table of its minutes, in one commit. @returns the name of that table, or
-- null when there is none
CREATE FUNCTION "pack_metrics"("minutes_after" integer) RETURNS text LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  part text;
  metric text;
  hour timestamptz;
  day text;
BEGIN
  SELECT c.relname, left(c.relname, -11), make_timestamptz(substr(n, 1, 4)::integer, substr(n, 5, 2)::integer, substr(n, 7, 2)::integer, substr(n, 9, 2)::integer, 0, 0, 'UTC')
    INTO part, metric, hour
    FROM pg_class c, right(c.relname, 10) AS n
   WHERE c.relnamespace = 'metric_part'::regnamespace AND c.relkind = 'r' AND c.relname ~ '^(vm|volume)_metric_\d{10}$'
   ORDER BY n LIMIT 1;
  IF part IS NULL OR hour + interval '1 hour' > now() - make_interval(mins => minutes_after) THEN
    RETURN NULL;
  END IF;
  -- A dump that has the table locked until its end is not waited for, and no work is done in vain meanwhile. Taking an error back frees the lock.
  BEGIN
    EXECUTE format('LOCK TABLE metric_part.%I IN ACCESS EXCLUSIVE MODE', part);
    RAISE EXCEPTION USING ERRCODE = 'P0T01';
  EXCEPTION
    WHEN lock_not_available THEN RETURN NULL;
    WHEN SQLSTATE 'P0T01' THEN NULL;
  END;
  -- Readers go on. A worker that was stopped for minutes adds no sample between the copy and the drop.
  BEGIN
    EXECUTE format('LOCK TABLE metric_part.%I IN SHARE MODE', part);
  EXCEPTION
    WHEN lock_not_available THEN RETURN NULL;
  END;
  day := metric || to_char(hour AT TIME ZONE 'UTC', '"_hour_"YYYYMMDD');
  IF to_regclass('metric_part.' || day) IS NULL THEN
    EXECUTE format('CREATE TABLE metric_part.%I (LIKE %I INCLUDING ALL)', day, metric || '_hour');
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION metric_part.%I FOR VALUES FROM (%L) TO (%L)', metric || '_hour', day,
                   date_trunc('day', hour, 'UTC'), date_trunc('day', hour, 'UTC') + interval '24 hours');
  END IF;
  -- Nothing else tells the planner of it.
  EXECUTE format('ANALYZE metric_part.%I', part);
  EXECUTE format('SELECT %I($1)', 'pack_' || metric || '_hour') USING hour;
  -- Requests wait no more than a second at a time: whoever reads for long is waited for in several attempts.
  FOR attempt IN 1..10 LOOP
    BEGIN
      EXECUTE format('DROP TABLE metric_part.%I', part);
      RETURN part;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 10 THEN
        RAISE;
      END IF;
    END;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION "pack_metrics"(integer) FROM PUBLIC;

-- A new installation has no processes of the release before, and begins with hours.
DO $$
DECLARE
  part regclass;
BEGIN
  IF NOT EXISTS (SELECT FROM vm_metric) AND NOT EXISTS (SELECT FROM volume_metric) AND NOT EXISTS (SELECT FROM "vm") THEN
    FOR part IN SELECT c.oid FROM pg_class c WHERE c.relnamespace IN ('vm_metric_day'::regnamespace, 'volume_metric_day'::regnamespace) AND c.relkind = 'r' LOOP
      EXECUTE format('DROP TABLE %s', part);
    END LOOP;
  END IF;
END $$;
SELECT "keep_metric_days"(30);

-- Workers write every row of today once a minute. A page that is half empty takes the next version of each of its rows, so neither the table nor
-- its index grows, and no vacuum is needed. Rows of the next days are written so.
ALTER TABLE "vm_bandwidth" SET (fillfactor = 45);
