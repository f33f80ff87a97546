-- What the end of an operation costs.

-- Of open charges there was a second index, by workspace alone. While a table had no statistics it was taken for the charges of one
-- resource, so that each new resource read all of its workspace.
CREATE INDEX "charge_ended_idx" ON "charge" ("workspace_id", "charged_until") WHERE "charged_until" IS NOT NULL;
DROP INDEX "charge_until_idx";

-- A condition of a trigger is parsed for every statement. That of sixteen columns took as long as the update of the row. Every write of an
-- operation but a heartbeat, which names none of these columns, is news.
CREATE OR REPLACE TRIGGER "operation_change_announced"
  AFTER UPDATE OF "resource_id", "action", "status", "current_step", "error_code", "error_message", "updated_at", "finished_at", "cancel_requested_at", "cancellable", "held_at", "hold_reason"
  ON "operation" FOR EACH ROW EXECUTE FUNCTION "announce_operation"('operation');
