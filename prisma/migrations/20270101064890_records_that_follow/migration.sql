-- A record set of addresses has values, or follows a resource of its workspace (docs/adr/0196): it is answered with the public addresses
-- that this one has, and goes with it.
ALTER TABLE "dns_record_set"
  ADD COLUMN "vm_id" text,
  ADD COLUMN "load_balancer_id" text,
  ADD COLUMN "public_ip_id" text,
  DROP CONSTRAINT "dns_record_set_values_count",
  ADD CONSTRAINT "dns_record_set_values_count" CHECK (cardinality("values") <= 100),
  ADD CONSTRAINT "dns_record_set_follows_check" CHECK (
    num_nonnulls("vm_id", "load_balancer_id", "public_ip_id") = CASE WHEN cardinality("values") = 0 THEN 1 ELSE 0 END
    AND (cardinality("values") > 0 OR "type" IN ('A', 'AAAA'))),
  ADD CONSTRAINT "dns_record_set_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id")
    REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE ON UPDATE NO ACTION,
  ADD CONSTRAINT "dns_record_set_load_balancer_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id")
    REFERENCES "load_balancer" ("workspace_id", "load_balancer_id") ON DELETE CASCADE ON UPDATE NO ACTION,
  ADD CONSTRAINT "dns_record_set_reserved_ip_fkey" FOREIGN KEY ("workspace_id", "public_ip_id")
    REFERENCES "reserved_ip" ("workspace_id", "public_ip_id") ON DELETE CASCADE ON UPDATE NO ACTION;
CREATE INDEX "dns_record_set_vm_idx" ON "dns_record_set" ("workspace_id", "vm_id") WHERE "vm_id" IS NOT NULL;
CREATE INDEX "dns_record_set_load_balancer_idx" ON "dns_record_set" ("workspace_id", "load_balancer_id") WHERE "load_balancer_id" IS NOT NULL;
CREATE INDEX "dns_record_set_reserved_ip_idx" ON "dns_record_set" ("workspace_id", "public_ip_id") WHERE "public_ip_id" IS NOT NULL;
-- It finds one by its id. Pages of a zone are in the order of ids, too, and this order is another one, so that none is read by it.
CREATE INDEX "dns_record_set_id_idx" ON "dns_record_set" ("workspace_id", "record_set_id" text_pattern_ops);

-- The name servers get these zones anew. Zones are locked in the order of their ids, so that two changes cannot deadlock.
CREATE FUNCTION "want_dns_zones"("workspaces" bigint[], "zones" text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF zones IS NOT NULL THEN
    UPDATE dns_zone z
       SET revision = z.revision + 1,
           apply_at = CASE WHEN z.status = 'pending' THEN NULL WHEN z.apply_waited THEN z.apply_at ELSE now() END
      FROM (SELECT l.workspace_id, l.zone_id FROM dns_zone l
             WHERE (l.workspace_id, l.zone_id) IN (SELECT w.workspace_id, w.zone_id FROM unnest(workspaces, zones) AS w (workspace_id, zone_id))
             ORDER BY l.zone_id FOR UPDATE) AS locked
     WHERE z.workspace_id = locked.workspace_id AND z.zone_id = locked.zone_id;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION "want_dns_zones"(bigint[], text[]) FROM PUBLIC;

-- An address that comes, goes or moves changes what record sets are answered with that follow it or what it is attached to.
CREATE FUNCTION "follow_reserved_ip"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM want_dns_zones(array_agg(f.workspace_id), array_agg(f.zone_id)) FROM (
    SELECT s.workspace_id, s.zone_id FROM changed c JOIN dns_record_set s ON s.workspace_id = c.workspace_id AND s.vm_id = c.attached_vm_id
     UNION
    SELECT s.workspace_id, s.zone_id FROM changed c JOIN dns_record_set s ON s.workspace_id = c.workspace_id AND s.load_balancer_id = c.attached_load_balancer_id
     UNION
    SELECT s.workspace_id, s.zone_id FROM changed c JOIN dns_record_set s ON s.workspace_id = c.workspace_id AND s.public_ip_id = c.public_ip_id) f;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "follow_reserved_ip"() FROM PUBLIC;
CREATE TRIGGER "followed_after_insert" AFTER INSERT ON "reserved_ip" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_reserved_ip"();
CREATE TRIGGER "followed_after_delete" AFTER DELETE ON "reserved_ip" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_reserved_ip"();
CREATE TRIGGER "followed_after_update_from" AFTER UPDATE ON "reserved_ip" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_reserved_ip"();
CREATE TRIGGER "followed_after_update_to" AFTER UPDATE ON "reserved_ip" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_reserved_ip"();

-- A record set that goes with its resource.
CREATE FUNCTION "end_following"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM want_dns_zones(array_agg(workspace_id), array_agg(zone_id)) FROM gone WHERE cardinality("values") = 0;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "end_following"() FROM PUBLIC;
CREATE TRIGGER "ended_after_delete" AFTER DELETE ON "dns_record_set" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "end_following"();

-- A VM that can be restored keeps its record sets. It has no address until then, so they are not answered.
CREATE FUNCTION "unfollow_vm"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM dns_record_set WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "unfollow_vm"() FROM PUBLIC;
CREATE TRIGGER "unfollowed_after_update" AFTER UPDATE OF "deleted_at", "restorable_until" ON "vm" FOR EACH ROW
  WHEN (NEW."deleted_at" IS NOT NULL AND NEW."restorable_until" IS NULL) EXECUTE FUNCTION "unfollow_vm"();
