-- The audit trail is read in the order of `at`. It is complete up to a moment once every event of an earlier moment is committed
-- (docs/adr/0009), so an event's moment is that of its writing, not that of its transaction's beginning, and finer than a millisecond.
ALTER TABLE "audit_event" ALTER COLUMN "at" TYPE timestamptz(6), ALTER COLUMN "at" SET DEFAULT clock_timestamp();

-- Until its commit, whoever writes an event holds a lock that stands in nobody's way: it says that there is an event still to come.
-- It is taken before the clock is read, so that whoever finds no lock knows every event of an earlier moment.
CREATE FUNCTION "audit_event_moment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1718580009, hashint8(coalesce(NEW.workspace_id, 0)));
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER "audit_event_moment" BEFORE INSERT ON "audit_event" FOR EACH ROW EXECUTE FUNCTION "audit_event_moment"();

-- The moment before which a workspace's trail is complete, for statements that begin after this one: now, or where the oldest
-- transaction began that has written an event and has not ended. Every process connects as one user, so that it may see the others' transactions.
CREATE FUNCTION "audit_horizon"("asked_workspace_id" bigint) RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT least(statement_timestamp(), min(a.xact_start))
    FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE l.locktype = 'advisory' AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
     AND l.classid = 1718580009 AND l.objid = (hashint8(asked_workspace_id)::bigint & 4294967295)::oid AND l.objsubid = 2
$$;

-- One index for each way of asking; every one is in the order of the trail.
DROP INDEX "audit_event_workspace_id_audit_event_id_idx";
CREATE INDEX "audit_event_trail_idx" ON "audit_event" ("workspace_id", "at" DESC, "audit_event_id" DESC);
CREATE INDEX "audit_event_action_idx" ON "audit_event" ("workspace_id", "action", "at" DESC, "audit_event_id" DESC);
CREATE INDEX "audit_event_actor_idx" ON "audit_event" ("workspace_id", "actor_id", "at" DESC, "audit_event_id" DESC);
CREATE INDEX "audit_event_resource_idx" ON "audit_event" ("workspace_id", "resource_id", "at" DESC, "audit_event_id" DESC);
CREATE INDEX "audit_event_result_idx" ON "audit_event" ("workspace_id", "result", "at" DESC, "audit_event_id" DESC);
-- What a caller may see depends on the first part of the action: `bucket` of `bucket.create`.
CREATE INDEX "audit_event_subject_idx" ON "audit_event" ("workspace_id", split_part("action", '.', 1), "at" DESC, "audit_event_id" DESC);
