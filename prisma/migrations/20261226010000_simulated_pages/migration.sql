-- `clock_timestamp` made every column of the view depend on when it is read, so a page of a thousand instances read all of them. The time of the
-- statement is as good: each call to the simulated site is one statement.
CREATE OR REPLACE VIEW "simulated"."live_instance" AS
  SELECT i.vm_id, i.name, i.cpu, i.ram_mb, i.disk_gb, i.template_id, i.private_ip, i.power, i.provisioned, i.configuration, i.last_restart_id,
         i.rx_bytes, i.tx_bytes, i.started_at, i.created_at, i.vanish_after_ms, i.vanishes_at,
         i.rx_bytes + CASE WHEN i.power = 'running' THEN (extract(epoch FROM statement_timestamp() - i.started_at) * 24000 * i.cpu)::bigint ELSE 0 END AS rx_counter,
         i.tx_bytes + CASE WHEN i.power = 'running' THEN (extract(epoch FROM statement_timestamp() - i.started_at) * 9000 * i.cpu)::bigint ELSE 0 END AS tx_counter
    FROM "simulated"."instance" i
   WHERE i.vanishes_at IS NULL OR i.vanishes_at > statement_timestamp();
