-- A pool may name a tag: the running VMs of the workspace that have it are targets, too (docs/adr/0089). Their rows are written here, in the
-- commit that changes a VM or a pool, so that everything else about targets holds for them.
ALTER TABLE "load_balancer_pool"
  ADD COLUMN "target_tag" text,
  ADD COLUMN "target_port" integer,
  ADD CONSTRAINT "load_balancer_pool_target_port_check" CHECK ("target_port" BETWEEN 1 AND 65535),
  ADD CONSTRAINT "load_balancer_pool_target_tag_check" CHECK (("target_tag" IS NULL) = ("target_port" IS NULL));
CREATE INDEX "load_balancer_pool_target_tag_idx" ON "load_balancer_pool" ("workspace_id", "target_tag") WHERE "target_tag" IS NOT NULL;

ALTER TABLE "load_balancer_target"
  ADD COLUMN "by_tag" boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT "load_balancer_target_by_tag_check" CHECK (NOT "by_tag" OR "vm_id" IS NOT NULL);

-- The VMs that a pool should have by its tag: those at the balancer's site, oldest first, as many as the pool has room for. A VM joins when it
-- is running, and stays while it reboots, is resized, or gets or loses a volume. One that is listed at the port is no target twice.
CREATE FUNCTION "tagged_targets"("of_workspace" bigint, "of_balancer" text, "of_pool" text) RETURNS TABLE ("vm_id" text, "port" integer)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT v.vm_id, p.target_port
    FROM load_balancer_pool p
    JOIN load_balancer b ON b.workspace_id = p.workspace_id AND b.load_balancer_id = p.load_balancer_id
    JOIN vm v ON v.workspace_id = p.workspace_id AND v.site_id = b.site_id AND v.deleted_at IS NULL AND p.target_tag = ANY (v.tags)
    LEFT JOIN LATERAL (
      SELECT bool_or(NOT t.by_tag AND t.port = p.target_port) AS listed, bool_or(t.by_tag) AS joined FROM load_balancer_target t
       WHERE t.workspace_id = v.workspace_id AND t.vm_id = v.vm_id AND t.load_balancer_id = p.load_balancer_id AND t.pool_id = p.pool_id) had ON true
   WHERE p.workspace_id = of_workspace AND p.load_balancer_id = of_balancer AND p.pool_id = of_pool
     AND had.listed IS NOT TRUE
     AND (v.status = 'running'
          OR had.joined AND v.status IN ('rebooting', 'resizing', 'attaching_volume', 'detaching_volume', 'resizing_plan', 'resizing_disk'))
   ORDER BY v.vm_id
   LIMIT greatest(0, 200 - (SELECT count(*) FROM load_balancer_target t
                             WHERE t.workspace_id = of_workspace AND t.load_balancer_id = of_balancer AND t.pool_id = of_pool AND NOT t.by_tag))
$$;

CREATE FUNCTION "has_tagged_targets"("of_workspace" bigint, "of_balancer" text, "of_pool" text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (
    SELECT FROM tagged_targets(of_workspace, of_balancer, of_pool) d
      FULL JOIN (SELECT t.vm_id, t.port FROM load_balancer_target t
                  WHERE t.workspace_id = of_workspace AND t.load_balancer_id = of_balancer AND t.pool_id = of_pool AND t.by_tag) h
        ON h.vm_id = d.vm_id AND h.port = d.port
     WHERE d.vm_id IS NULL OR h.vm_id IS NULL)
$$;

-- Gives a pool the targets of its tag. The balancer is held before its targets, as elsewhere, so that two changes see each other.
CREATE FUNCTION "follow_target_tag"("of_workspace" bigint, "of_balancer" text, "of_pool" text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF has_tagged_targets(of_workspace, of_balancer, of_pool) THEN
    RETURN;
  END IF;
  PERFORM FROM load_balancer WHERE workspace_id = of_workspace AND load_balancer_id = of_balancer FOR NO KEY UPDATE;
  -- New ones first: one that stays while its VM reboots is known by its former row.
  INSERT INTO load_balancer_target (workspace_id, load_balancer_id, pool_id, target_id, vm_id, port, weight, enabled, by_tag)
  SELECT of_workspace, of_balancer, of_pool, 'target_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 26), d.vm_id, d.port, 1, true, true
    FROM tagged_targets(of_workspace, of_balancer, of_pool) d
   WHERE NOT EXISTS (SELECT FROM load_balancer_target t
                      WHERE t.workspace_id = of_workspace AND t.load_balancer_id = of_balancer AND t.pool_id = of_pool AND t.by_tag
                        AND t.vm_id = d.vm_id AND t.port = d.port);
  DELETE FROM load_balancer_target t
   WHERE t.workspace_id = of_workspace AND t.load_balancer_id = of_balancer AND t.pool_id = of_pool AND t.by_tag
     AND NOT EXISTS (SELECT FROM tagged_targets(of_workspace, of_balancer, of_pool) d WHERE d.vm_id = t.vm_id AND d.port = t.port);
END $$;
REVOKE EXECUTE ON FUNCTION "follow_target_tag"(bigint, text, text) FROM PUBLIC;

CREATE FUNCTION "vm_follows_target_tags"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tags text[] := CASE WHEN TG_OP = 'UPDATE' THEN OLD.tags || NEW.tags ELSE NEW.tags END;
  pool record;
BEGIN
  FOR pool IN
    SELECT p.load_balancer_id, p.pool_id FROM load_balancer_pool p
     WHERE p.workspace_id = NEW.workspace_id AND p.target_tag = ANY (tags) ORDER BY p.load_balancer_id, p.pool_id
  LOOP
    PERFORM follow_target_tag(NEW.workspace_id, pool.load_balancer_id, pool.pool_id);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_target_tags_made" AFTER INSERT ON "vm" FOR EACH ROW
  WHEN (NEW."status" = 'running' AND NEW."tags" <> '{}') EXECUTE FUNCTION "vm_follows_target_tags"();
CREATE TRIGGER "vm_target_tags_changed" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN (OLD."tags" <> NEW."tags" OR (OLD."status" <> NEW."status" AND NEW."tags" <> '{}')) EXECUTE FUNCTION "vm_follows_target_tags"();

CREATE FUNCTION "pool_follows_target_tag"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM follow_target_tag(NEW.workspace_id, NEW.load_balancer_id, NEW.pool_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "load_balancer_pool_tag_made" AFTER INSERT ON "load_balancer_pool" FOR EACH ROW
  WHEN (NEW."target_tag" IS NOT NULL) EXECUTE FUNCTION "pool_follows_target_tag"();
CREATE TRIGGER "load_balancer_pool_tag_changed" AFTER UPDATE ON "load_balancer_pool" FOR EACH ROW
  WHEN (OLD."target_tag" IS DISTINCT FROM NEW."target_tag" OR OLD."target_port" IS DISTINCT FROM NEW."target_port")
  EXECUTE FUNCTION "pool_follows_target_tag"();

-- Listed targets make room, or take it.
CREATE FUNCTION "targets_follow_target_tag"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM follow_target_tag(p.workspace_id, p.load_balancer_id, p.pool_id)
     FROM (SELECT DISTINCT workspace_id, load_balancer_id, pool_id FROM changed WHERE NOT by_tag) c
     JOIN load_balancer_pool p USING (workspace_id, load_balancer_id, pool_id) WHERE p.target_tag IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "load_balancer_target_tag_listed" AFTER INSERT ON "load_balancer_target" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "targets_follow_target_tag"();
CREATE TRIGGER "load_balancer_target_tag_moved" AFTER UPDATE ON "load_balancer_target" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "targets_follow_target_tag"();
CREATE TRIGGER "load_balancer_target_tag_unlisted" AFTER DELETE ON "load_balancer_target" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "targets_follow_target_tag"();
