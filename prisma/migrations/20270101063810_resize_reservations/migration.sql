-- What a VM is resized to counts at its host before it has it (docs/adr/0142).
ALTER TABLE "vm" ADD COLUMN "next_cpu" integer, ADD COLUMN "next_ram_mb" integer;

-- The larger of both counts, so a VM that shrinks keeps its room until it has shrunk. GREATEST passes over NULL.
CREATE OR REPLACE FUNCTION "count_vm_at_host"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE site_host h
     SET vms = h.vms + d.vms, promised_cpus = h.promised_cpus + d.cpus, promised_ram_mb = h.promised_ram_mb + d.ram_mb
    FROM (SELECT c.host_id, sum(c.one)::int AS vms, sum(c.one * c.cpu)::int AS cpus, sum(c.one * c.ram_mb)::int AS ram_mb
            FROM (SELECT unnest(ARRAY[OLD.host_id, OLD.next_host_id]), -1, greatest(OLD.cpu, OLD.next_cpu),
                         greatest(OLD.ram_mb, OLD.next_ram_mb) WHERE TG_OP <> 'INSERT'
                  UNION ALL
                  SELECT unnest(ARRAY[NEW.host_id, NEW.next_host_id]), 1, greatest(NEW.cpu, NEW.next_cpu),
                         greatest(NEW.ram_mb, NEW.next_ram_mb) WHERE TG_OP <> 'DELETE'
                 ) AS c (host_id, one, cpu, ram_mb)
           WHERE c.host_id IS NOT NULL GROUP BY c.host_id) d
   WHERE h.host_id = d.host_id AND (d.vms, d.cpus, d.ram_mb) <> (0, 0, 0);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER "vm_host_changed" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN ((OLD."host_id", OLD."next_host_id", OLD."cpu", OLD."ram_mb", OLD."next_cpu", OLD."next_ram_mb") IS DISTINCT FROM
        (NEW."host_id", NEW."next_host_id", NEW."cpu", NEW."ram_mb", NEW."next_cpu", NEW."next_ram_mb")
    AND num_nonnulls(OLD."host_id", OLD."next_host_id", NEW."host_id", NEW."next_host_id") > 0)
  EXECUTE FUNCTION "count_vm_at_host"();
