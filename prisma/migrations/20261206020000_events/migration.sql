-- What changed in a workspace, for programs that follow it (docs/adr/0063). Triggers write an event in the commit of its change.
CREATE SEQUENCE "event_number";
CREATE TABLE "event" (
    "event_id" TEXT NOT NULL DEFAULT 'evt_' || lpad(to_hex(nextval('event_number')), 26, '0'),
    "workspace_id" BIGINT NOT NULL,
    -- The operation of the catalog, such as `bucket.create`, or the end of one that takes time, such as `cloud_vm.create:succeeded`.
    "kind" TEXT NOT NULL,
    "resource_id" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "request_id" TEXT,
    "operation_id" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "event_pkey" PRIMARY KEY ("workspace_id", "event_id")
);
CREATE INDEX "event_trail_idx" ON "event" ("workspace_id", "at" DESC, "event_id" DESC);
CREATE INDEX "event_resource_idx" ON "event" ("workspace_id", "resource_id", "at" DESC, "event_id" DESC);
CREATE INDEX "event_at_idx" ON "event" ("at");
SELECT "guard_workspace_rows"('event');

-- As an audit event: its moment is that of its writing, and until its commit it holds the lock that `audit_horizon` asks for (docs/adr/0009).
CREATE TRIGGER "event_moment" BEFORE INSERT ON "event" FOR EACH ROW EXECUTE FUNCTION "audit_event_moment"();

-- As the owner of the table: a request writes no events but by its change.
CREATE FUNCTION "event_of_audit"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO event (workspace_id, kind, resource_id, actor_type, actor_id, actor_name, request_id)
  VALUES (NEW.workspace_id, NEW.action, NEW.resource_id, NEW.actor_type, NEW.actor_id, NEW.actor_name, NEW.request_id);
  RETURN NULL;
END $$;
-- Reads that are audited change nothing.
CREATE TRIGGER "audit_event_told" AFTER INSERT ON "audit_event" FOR EACH ROW
  WHEN (NEW.workspace_id IS NOT NULL AND NEW.result < 300 AND NEW.action <> 'secret.value') EXECUTE FUNCTION "event_of_audit"();

CREATE FUNCTION "event_of_operation"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO event (workspace_id, kind, resource_id, actor_type, actor_id, actor_name, operation_id)
  VALUES (NEW.workspace_id, NEW.resource_type || '.' || NEW.action || ':' || NEW.status, NEW.resource_id, 'system', 'worker', 'Fulmar', NEW.operation_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "operation_end_told" AFTER UPDATE OF "status" ON "operation" FOR EACH ROW
  WHEN (NEW.status IN ('succeeded', 'failed', 'cancelled', 'timed_out') AND OLD.status <> NEW.status) EXECUTE FUNCTION "event_of_operation"();
