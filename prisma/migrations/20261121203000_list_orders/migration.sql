-- Lists in the order of names, whatever their case: the same order in every database, whatever its collation.
CREATE INDEX "vm_name_order_idx" ON "vm" ("workspace_id", "type", (lower("name") COLLATE "C"), "vm_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_name_order_idx" ON "volume" ("workspace_id", (lower("name") COLLATE "C"), "volume_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "bucket_name_order_idx" ON "bucket" ("workspace_id", (lower("name") COLLATE "C"), "bucket_id");
CREATE INDEX "secret_key_order_idx" ON "secret" ("workspace_id", "store_id", (lower("key") COLLATE "C"), "secret_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "secret_deleted_key_order_idx" ON "secret" ("workspace_id", "store_id", (lower("key") COLLATE "C"), "secret_id") WHERE "deleted_at" IS NOT NULL;
