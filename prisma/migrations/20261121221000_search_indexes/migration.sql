-- The console's search: secrets by the beginning of their key, in whichever store they are. VMs, volumes and buckets have their order of names.
CREATE INDEX "secret_key_search_idx" ON "secret" ("workspace_id", (lower("key") COLLATE "C")) WHERE "deleted_at" IS NULL;

-- What has failed lately, for the operations that the console follows. Whatever succeeds is not in it.
CREATE INDEX "operation_failed_idx" ON "operation" ("workspace_id", "finished_at" DESC) WHERE "status" IN ('failed', 'timed_out');
