-- Who asks what a change would do leaves an audit event, and no event: nothing has changed (docs/adr/0076).
ALTER TABLE "audit_event" ADD COLUMN "planned" boolean NOT NULL DEFAULT false;
-- Who plans an organization is in none yet.
ALTER TABLE "audit_event" DROP CONSTRAINT "audit_event_owner_check",
  ADD CONSTRAINT "audit_event_owner_check"
    CHECK ("organization_id" IS NOT NULL OR ("workspace_id" IS NULL AND (split_part("action", '.', 1) IN ('account', 'site') OR "planned")));
CREATE OR REPLACE TRIGGER "audit_event_told" AFTER INSERT ON "audit_event" FOR EACH ROW
  WHEN (NEW.workspace_id IS NOT NULL AND NEW.result < 300 AND NEW.action <> 'secret.value' AND NOT NEW.planned) EXECUTE FUNCTION "event_of_audit"();

-- What the transaction itself has announced so far (docs/adr/0020). As the owner of the table: the role of a change reads no announcements.
CREATE FUNCTION "announced_here"() RETURNS TABLE ("topic" text, "resource_id" text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT c.topic, c.resource_id FROM change c WHERE c.xid = pg_current_xact_id()
$$;
REVOKE EXECUTE ON FUNCTION "announced_here"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "announced_here"() TO "fulmar_workspace";

-- A plan also tells how an asynchronous operation ends, in the role of the change that accepts it.
GRANT SELECT, DELETE ON "vm_pending_configuration" TO "fulmar_workspace";
