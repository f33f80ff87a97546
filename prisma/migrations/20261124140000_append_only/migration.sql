-- Events of the audit trail are only ever added, as ledger entries and usage records are (docs/adr/0039). Their owner
-- is refused, too: a trigger fires for each role.
CREATE TRIGGER "audit_event_history" BEFORE UPDATE OR DELETE ON "audit_event" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "audit_event_history_whole" BEFORE TRUNCATE ON "audit_event" EXECUTE FUNCTION "refuse_change_of_history"();

-- The audit trail and the meter wait for transactions in progress. PostgreSQL shows their beginning to members of their
-- role alone, and processes log in under several roles. So the owner asks, who is a member of each. A transaction that
-- it still cannot see counts as begun a minute ago: longer than a unit of work may take.
CREATE FUNCTION "transactions_in_progress"() RETURNS TABLE ("pid" integer, "begun" timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.pid, coalesce(a.xact_start, statement_timestamp() - interval '1 minute')
    FROM pg_stat_activity a
   WHERE a.datname = current_database()
     AND (a.backend_type = 'client backend' AND a.xact_start IS NOT NULL
          OR a.backend_type IS NULL AND (a.backend_xid IS NOT NULL OR a.backend_xmin IS NOT NULL))
$$;

CREATE OR REPLACE FUNCTION "audit_horizon"("asked_workspace_id" bigint) RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT least(statement_timestamp(), min(t.begun))
    FROM pg_locks l JOIN transactions_in_progress() t ON t.pid = l.pid
   WHERE l.locktype = 'advisory' AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
     AND l.classid = 1718580009 AND l.objid = (hashint8(asked_workspace_id)::bigint & 4294967295)::oid AND l.objsubid = 2
$$;

-- The partitions of metrics are made and dropped by the owner of the table.
ALTER FUNCTION "keep_vm_metric_days"(integer) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION "transactions_in_progress"(), "keep_vm_metric_days"(integer) FROM PUBLIC;
