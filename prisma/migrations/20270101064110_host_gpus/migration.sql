-- The GPUs of hosts (docs/adr/0149): what the site's server says of them, and which VM has each.
CREATE TABLE "host_gpu" (
  "host_id" text NOT NULL,
  -- Its PCI address, such as 0000:17:00.0.
  "address" text NOT NULL,
  -- As the server names it, and plans do.
  "model"   text NOT NULL,
  "uuid"    text,
  "vm_id"   text,
  CONSTRAINT "host_gpu_pkey" PRIMARY KEY ("host_id", "address"),
  CONSTRAINT "host_gpu_host_fkey" FOREIGN KEY ("host_id") REFERENCES "site_host" ("host_id") ON DELETE CASCADE
);
CREATE INDEX "host_gpu_vm_idx" ON "host_gpu" ("vm_id") WHERE "vm_id" IS NOT NULL;

-- How many of each model no VM has. It is in the row of the host, so that the statement that reserves room sees what others
-- have reserved. NULL: the host does not tell its GPUs.
ALTER TABLE "site_host" ADD COLUMN "free_gpus" jsonb;

CREATE FUNCTION "count_free_gpus"("of_host" text) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  UPDATE site_host h
     SET free_gpus = coalesce((SELECT jsonb_object_agg(g.model, g.free)
                                 FROM (SELECT model, count(*) FILTER (WHERE vm_id IS NULL) AS free FROM host_gpu
                                        WHERE host_id = of_host GROUP BY model) g), '{}')
   WHERE h.host_id = of_host AND h.free_gpus IS NOT NULL
$$;
REVOKE EXECUTE ON FUNCTION "count_free_gpus"(text) FROM PUBLIC;

-- A VM that comes to a host gets GPUs of its model there, and gives them back when it leaves or changes its plan. Who places
-- it has locked the row of the host.
CREATE FUNCTION "hold_gpus"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  here text := CASE WHEN TG_OP <> 'DELETE' THEN NEW.host_id END;
  was text := CASE WHEN TG_OP <> 'INSERT' THEN OLD.host_id END;
BEGIN
  PERFORM FROM site_host WHERE host_id IN (here, was) ORDER BY host_id FOR UPDATE;
  IF was IS NOT NULL THEN
    UPDATE host_gpu SET vm_id = NULL WHERE host_id = was AND vm_id = OLD.vm_id;
  END IF;
  IF here IS NOT NULL AND NEW.gpu_count > 0 THEN
    UPDATE host_gpu g SET vm_id = NEW.vm_id
      FROM (SELECT address FROM host_gpu WHERE host_id = here AND vm_id IS NULL AND model = NEW.gpu_model
             ORDER BY address LIMIT NEW.gpu_count) free
     WHERE g.host_id = here AND g.address = free.address;
  END IF;
  PERFORM count_free_gpus(h) FROM unnest(ARRAY[here, was]) AS h WHERE h IS NOT NULL;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "hold_gpus"() FROM PUBLIC;
CREATE TRIGGER "vm_holds_gpus" AFTER INSERT ON "vm" FOR EACH ROW
  WHEN (NEW."host_id" IS NOT NULL AND NEW."gpu_count" > 0) EXECUTE FUNCTION "hold_gpus"();
CREATE TRIGGER "vm_holds_gpus_changed" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN ((OLD."host_id", OLD."gpu_count", OLD."gpu_model") IS DISTINCT FROM (NEW."host_id", NEW."gpu_count", NEW."gpu_model")
    AND OLD."gpu_count" + NEW."gpu_count" > 0)
  EXECUTE FUNCTION "hold_gpus"();
CREATE TRIGGER "vm_holds_gpus_removed" AFTER DELETE ON "vm" FOR EACH ROW
  WHEN (OLD."host_id" IS NOT NULL AND OLD."gpu_count" > 0) EXECUTE FUNCTION "hold_gpus"();

-- What a host says of its GPUs. One that is gone stays while a VM has it.
CREATE FUNCTION "record_host_gpus"("at_site" text, "at_host" text, "told" jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  one text;
BEGIN
  SELECT host_id INTO one FROM site_host WHERE site_id = at_site AND name = at_host FOR UPDATE;
  IF one IS NULL THEN RETURN; END IF;
  DELETE FROM host_gpu g WHERE g.host_id = one AND g.vm_id IS NULL
     AND g.address NOT IN (SELECT t.address FROM jsonb_to_recordset(told) AS t (address text));
  INSERT INTO host_gpu AS g (host_id, address, model, uuid)
  SELECT one, t.address, t.model, t.uuid FROM jsonb_to_recordset(told) AS t (address text, model text, uuid text)
      ON CONFLICT (host_id, address) DO UPDATE SET model = excluded.model, uuid = excluded.uuid
   WHERE (g.model, g.uuid) IS DISTINCT FROM (excluded.model, excluded.uuid);
  UPDATE site_host SET free_gpus = '{}' WHERE host_id = one AND free_gpus IS NULL;
  PERFORM count_free_gpus(one);
END $$;
REVOKE EXECUTE ON FUNCTION "record_host_gpus"(text, text, jsonb) FROM PUBLIC;

-- The GPUs of a host of a simulated world: [{"address", "model", "uuid"}]. NULL: it does not tell them, and has any.
ALTER TABLE "simulated"."host" ADD COLUMN "gpus" jsonb;
