-- Sites give a VM the very GPUs that its rows name (docs/adr/0158), so a growth that is undone gives back what came last.
ALTER TABLE "host_gpu" ADD COLUMN "held_at" timestamptz(3);
UPDATE "host_gpu" SET "held_at" = now() WHERE "vm_id" IS NOT NULL;
ALTER TABLE "host_gpu" ADD CONSTRAINT "host_gpu_held_check" CHECK (("vm_id" IS NULL) = ("held_at" IS NULL));

CREATE OR REPLACE FUNCTION "hold_gpus"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  here text := CASE WHEN TG_OP <> 'DELETE' THEN NEW.host_id END;
  was text := CASE WHEN TG_OP <> 'INSERT' THEN OLD.host_id END;
  wanted record;
BEGIN
  PERFORM FROM site_host WHERE host_id IN (here, was) ORDER BY host_id FOR UPDATE;
  IF was IS NOT NULL AND was IS DISTINCT FROM here THEN
    UPDATE host_gpu SET vm_id = NULL, held_at = NULL WHERE host_id = was AND vm_id = OLD.vm_id;
  END IF;
  IF here IS NOT NULL THEN
    UPDATE host_gpu SET vm_id = NULL, held_at = NULL
     WHERE host_id = here AND vm_id = NEW.vm_id
       AND model IS DISTINCT FROM NEW.gpu_model AND model IS DISTINCT FROM NEW.next_gpu_model;
    FOR wanted IN
      SELECT need.model, max(need.count) AS count
        FROM (VALUES (NEW.gpu_model, NEW.gpu_count), (NEW.next_gpu_model, NEW.next_gpu_count)) AS need (model, count)
       WHERE need.model IS NOT NULL GROUP BY need.model ORDER BY need.model
    LOOP
      UPDATE host_gpu g SET vm_id = CASE WHEN one.nth <= wanted.count THEN NEW.vm_id END,
             held_at = CASE WHEN one.nth <= wanted.count THEN coalesce(g.held_at, clock_timestamp()) END
        FROM (SELECT address, row_number() OVER (ORDER BY vm_id IS NULL, held_at, address) AS nth FROM host_gpu
               WHERE host_id = here AND model = wanted.model AND (vm_id IS NULL OR vm_id = NEW.vm_id)) AS one
       WHERE g.host_id = here AND g.address = one.address
         AND g.vm_id IS DISTINCT FROM CASE WHEN one.nth <= wanted.count THEN NEW.vm_id END;
    END LOOP;
  END IF;
  PERFORM count_free_gpus(h) FROM unnest(ARRAY[here, was]) AS h WHERE h IS NOT NULL;
  RETURN NULL;
END $$;

-- What a site says that a VM has: after a restore of the database, the rows may name others.
CREATE FUNCTION "correct_gpus"("of_vm" text, "at_host" text, "addresses" text[]) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM site_host WHERE host_id = at_host FOR UPDATE;
  UPDATE host_gpu SET vm_id = NULL, held_at = NULL
   WHERE host_id = at_host AND vm_id = of_vm AND NOT address = ANY (addresses);
  UPDATE host_gpu SET vm_id = of_vm, held_at = clock_timestamp()
   WHERE host_id = at_host AND vm_id IS DISTINCT FROM of_vm AND address = ANY (addresses);
  PERFORM count_free_gpus(at_host);
END $$;
REVOKE EXECUTE ON FUNCTION "correct_gpus"(text, text, text[]) FROM PUBLIC;

-- The PCI addresses of the GPUs that a simulated instance was given. NULL: it is from before they were told.
ALTER TABLE "simulated"."instance" ADD COLUMN "gpus" text[] CHECK (array_position("gpus", NULL) IS NULL);
