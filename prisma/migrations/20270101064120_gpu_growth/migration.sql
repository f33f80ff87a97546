-- The GPUs that a VM gets by a resize are its own before it has them (docs/adr/0149).
ALTER TABLE "vm" ADD COLUMN "next_gpu_model" text, ADD COLUMN "next_gpu_count" integer;

-- A VM keeps the GPUs that it has, as far as it needs them at its host: what it has, or gets, of each model.
CREATE OR REPLACE FUNCTION "hold_gpus"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  here text := CASE WHEN TG_OP <> 'DELETE' THEN NEW.host_id END;
  was text := CASE WHEN TG_OP <> 'INSERT' THEN OLD.host_id END;
  wanted record;
BEGIN
  PERFORM FROM site_host WHERE host_id IN (here, was) ORDER BY host_id FOR UPDATE;
  IF was IS NOT NULL AND was IS DISTINCT FROM here THEN
    UPDATE host_gpu SET vm_id = NULL WHERE host_id = was AND vm_id = OLD.vm_id;
  END IF;
  IF here IS NOT NULL THEN
    UPDATE host_gpu SET vm_id = NULL
     WHERE host_id = here AND vm_id = NEW.vm_id
       AND model IS DISTINCT FROM NEW.gpu_model AND model IS DISTINCT FROM NEW.next_gpu_model;
    FOR wanted IN
      SELECT need.model, max(need.count) AS count
        FROM (VALUES (NEW.gpu_model, NEW.gpu_count), (NEW.next_gpu_model, NEW.next_gpu_count)) AS need (model, count)
       WHERE need.model IS NOT NULL GROUP BY need.model ORDER BY need.model
    LOOP
      UPDATE host_gpu g SET vm_id = CASE WHEN one.nth <= wanted.count THEN NEW.vm_id END
        FROM (SELECT address, row_number() OVER (ORDER BY vm_id IS NULL, address) AS nth FROM host_gpu
               WHERE host_id = here AND model = wanted.model AND (vm_id IS NULL OR vm_id = NEW.vm_id)) AS one
       WHERE g.host_id = here AND g.address = one.address
         AND g.vm_id IS DISTINCT FROM CASE WHEN one.nth <= wanted.count THEN NEW.vm_id END;
    END LOOP;
  END IF;
  PERFORM count_free_gpus(h) FROM unnest(ARRAY[here, was]) AS h WHERE h IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "vm_holds_gpus_changed" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN ((OLD."host_id", OLD."gpu_count", OLD."gpu_model", OLD."next_gpu_count", OLD."next_gpu_model") IS DISTINCT FROM
        (NEW."host_id", NEW."gpu_count", NEW."gpu_model", NEW."next_gpu_count", NEW."next_gpu_model")
    AND greatest(OLD."gpu_count", NEW."gpu_count", OLD."next_gpu_count", NEW."next_gpu_count") > 0)
  EXECUTE FUNCTION "hold_gpus"();
