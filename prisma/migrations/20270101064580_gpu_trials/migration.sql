-- An operator's check tries GPUs with a machine that has no row (docs/adr/0162): it keeps them from new VMs as a VM does.
CREATE FUNCTION "hold_gpus_to_try"("at_site" text, "at_host" text, "machine" text, "of_model" text, "wanted" integer,
                                   "addresses" text[]) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  one text;
  kept text[];
BEGIN
  SELECT host_id INTO one FROM site_host WHERE site_id = at_site AND name = at_host FOR UPDATE;
  SELECT array_agg(g.address ORDER BY g.address) INTO kept
    FROM (SELECT address FROM host_gpu
           WHERE host_id = one AND vm_id IS NULL AND model = of_model AND address = ANY (addresses)
           ORDER BY address LIMIT wanted) g;
  IF one IS NULL OR coalesce(cardinality(kept), 0) < wanted THEN RETURN '{}'; END IF;
  UPDATE host_gpu SET vm_id = machine, held_at = now() WHERE host_id = one AND address = ANY (kept);
  PERFORM count_free_gpus(one);
  RETURN kept;
END $$;
REVOKE EXECUTE ON FUNCTION "hold_gpus_to_try"(text, text, text, text, integer, text[]) FROM PUBLIC;

-- Gives them back; without a machine, what checks that were killed have kept for half an hour.
CREATE FUNCTION "release_tried_gpus"("at_site" text, "machine" text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  one text;
BEGIN
  FOR one IN SELECT host_id FROM site_host WHERE site_id = at_site ORDER BY host_id FOR UPDATE LOOP
    UPDATE host_gpu g SET vm_id = NULL, held_at = NULL
     WHERE g.host_id = one AND NOT EXISTS (SELECT FROM vm v WHERE v.vm_id = g.vm_id)
       AND CASE WHEN machine IS NULL THEN g.held_at < now() - interval '30 minutes' ELSE g.vm_id = machine END;
    IF FOUND THEN PERFORM count_free_gpus(one); END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION "release_tried_gpus"(text, text) FROM PUBLIC;
