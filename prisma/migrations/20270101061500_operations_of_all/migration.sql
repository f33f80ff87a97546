-- Operators list the operations of all tenants that have failed or have not ended, newest first.
CREATE INDEX "operation_failures_idx" ON "operation" ("operation_id" DESC) WHERE "status" IN ('failed', 'timed_out');
CREATE INDEX "operation_open_idx" ON "operation" ("operation_id" DESC) WHERE "finished_at" IS NULL;
