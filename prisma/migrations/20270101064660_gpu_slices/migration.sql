-- Slices of GPUs (docs/adr/0168): MIG slices, which exist at the host, and mediated devices, which the server makes when a VM
-- gets one. A slice is a row of its own, whose model is that of its card with its profile.
ALTER TABLE "host_gpu"
  -- The PCI address of the card. NULL: it is the card.
  ADD COLUMN "card" text,
  -- A card that has made one gives that profile alone until it is gone.
  ADD COLUMN "on_demand" boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT "host_gpu_on_demand_check" CHECK ("card" IS NOT NULL OR NOT "on_demand");

-- What a VM may get at a host: no card of which a VM has a slice, no slice of a card that a VM has, and no slice on demand of a
-- card that gives another profile. `begun` cards have given slices already.
CREATE FUNCTION "free_host_gpus"("of_host" text) RETURNS TABLE ("address" text, "model" text, "begun" boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH taken AS (
    SELECT coalesce(card, address) AS card, bool_or(card IS NULL) AS whole, bool_or(on_demand) AS on_demand,
           array_agg(DISTINCT model) AS models
      FROM host_gpu WHERE host_id = of_host AND vm_id IS NOT NULL GROUP BY 1
  )
  SELECT g.address, g.model, t.card IS NOT NULL
    FROM host_gpu g LEFT JOIN taken t ON t.card = coalesce(g.card, g.address)
   WHERE g.host_id = of_host AND g.vm_id IS NULL
     AND (t.card IS NULL OR g.card IS NOT NULL AND NOT t.whole
          AND (NOT g.on_demand AND NOT t.on_demand OR t.models = ARRAY[g.model]))
$$;
REVOKE EXECUTE ON FUNCTION "free_host_gpus"(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION "count_free_gpus"("of_host" text) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  UPDATE site_host h
     SET free_gpus = coalesce((SELECT jsonb_object_agg(g.model, g.free)
                                 FROM (SELECT told.model, count(f.address) AS free FROM host_gpu told
                                         LEFT JOIN free_host_gpus(of_host) f ON f.address = told.address
                                        WHERE told.host_id = of_host GROUP BY told.model) g), '{}')
   WHERE h.host_id = of_host AND h.free_gpus IS NOT NULL
$$;

-- As before, of what is free now. Cards that have given slices are the first, so that whole ones stay.
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
        FROM (SELECT own.address,
                     row_number() OVER (ORDER BY own.vm_id IS NULL, own.held_at, free.begun DESC, own.address) AS nth
                FROM host_gpu own LEFT JOIN free_host_gpus(here) free ON free.address = own.address
               WHERE own.host_id = here AND own.model = wanted.model
                 AND (own.vm_id = NEW.vm_id OR free.address IS NOT NULL)) AS one
       WHERE g.host_id = here AND g.address = one.address
         AND g.vm_id IS DISTINCT FROM CASE WHEN one.nth <= wanted.count THEN NEW.vm_id END;
    END LOOP;
  END IF;
  PERFORM count_free_gpus(h) FROM unnest(ARRAY[here, was]) AS h WHERE h IS NOT NULL;
  RETURN NULL;
END $$;

-- A card may be able to make slices of dozens of profiles. Those that no plan names, and no VM has, get no rows. A card that a
-- VM has may have no driver at its host any more that tells its model and slices, so these stay as they were.
CREATE OR REPLACE FUNCTION "record_host_gpus"("at_site" text, "at_host" text, "told" jsonb) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one text;
BEGIN
  SELECT host_id INTO one FROM site_host WHERE site_id = at_site AND name = at_host FOR UPDATE;
  IF one IS NULL THEN RETURN; END IF;
  DELETE FROM host_gpu g WHERE g.host_id = one AND g.vm_id IS NULL
     AND (NOT EXISTS (SELECT FROM jsonb_to_recordset(told) AS t (address text) WHERE t.address = g.address)
          AND NOT EXISTS (SELECT FROM host_gpu whole
                           WHERE whole.host_id = one AND whole.address = g.card AND whole.vm_id IS NOT NULL)
          OR g.on_demand AND NOT EXISTS (SELECT FROM plan p WHERE p.gpu_model = g.model));
  INSERT INTO host_gpu AS g (host_id, address, model, uuid, card, on_demand)
  SELECT one, t.address, t.model, t.uuid, t.slice ->> 'card', coalesce((t.slice ->> 'onDemand')::boolean, false)
    FROM jsonb_to_recordset(told) AS t (address text, model text, uuid text, slice jsonb)
   WHERE NOT coalesce((t.slice ->> 'onDemand')::boolean, false)
      OR EXISTS (SELECT FROM plan p WHERE p.gpu_model = t.model)
      OR EXISTS (SELECT FROM host_gpu held WHERE held.host_id = one AND held.address = t.address)
      ON CONFLICT (host_id, address) DO UPDATE
     SET model = CASE WHEN g.vm_id IS NULL THEN excluded.model ELSE g.model END, uuid = excluded.uuid, card = excluded.card, on_demand = excluded.on_demand
   WHERE (CASE WHEN g.vm_id IS NULL THEN g.model END, g.uuid, g.card, g.on_demand) IS DISTINCT FROM
         (CASE WHEN g.vm_id IS NULL THEN excluded.model END, excluded.uuid, excluded.card, excluded.on_demand);
  UPDATE site_host SET free_gpus = '{}' WHERE host_id = one AND free_gpus IS NULL;
  PERFORM count_free_gpus(one);
END $$;

CREATE OR REPLACE FUNCTION "hold_gpus_to_try"("at_site" text, "at_host" text, "machine" text, "of_model" text, "wanted" integer,
                                   "addresses" text[]) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  one text;
  kept text[];
BEGIN
  SELECT host_id INTO one FROM site_host WHERE site_id = at_site AND name = at_host FOR UPDATE;
  SELECT array_agg(g.address ORDER BY g.address) INTO kept
    FROM (SELECT f.address FROM free_host_gpus(one) f
           WHERE f.model = of_model AND f.address = ANY (addresses)
           ORDER BY f.begun DESC, f.address LIMIT wanted) g;
  IF one IS NULL OR coalesce(cardinality(kept), 0) < wanted THEN RETURN '{}'; END IF;
  UPDATE host_gpu SET vm_id = machine, held_at = now() WHERE host_id = one AND address = ANY (kept);
  PERFORM count_free_gpus(one);
  RETURN kept;
END $$;
