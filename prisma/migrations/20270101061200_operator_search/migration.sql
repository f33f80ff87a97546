-- The search of operators over all organizations (docs/adr/0118).
-- Whose is an address?
CREATE INDEX "vm_public_ip_idx" ON "vm" ("public_ip") WHERE "public_ip" IS NOT NULL;
CREATE INDEX "vm_private_ip_idx" ON "vm" ("private_ip") WHERE "private_ip" IS NOT NULL;
CREATE INDEX "vpc_node_private_ip_idx" ON "vpc_node" ("private_ip");

-- What has an id? Other tables have theirs as the key.
CREATE INDEX "ssh_key_id_idx" ON "ssh_key" ("ssh_key_id");
CREATE INDEX "volume_snapshot_id_idx" ON "volume_snapshot" ("snapshot_id");
CREATE INDEX "bucket_id_idx" ON "bucket" ("bucket_id");
CREATE INDEX "load_balancer_pool_id_idx" ON "load_balancer_pool" ("pool_id");
CREATE INDEX "load_balancer_target_id_idx" ON "load_balancer_target" ("target_id");
CREATE INDEX "load_balancer_listener_id_idx" ON "load_balancer_listener" ("listener_id");
CREATE INDEX "cdn_custom_domain_idx" ON "cdn_custom_domain" ("domain");
CREATE INDEX "cdn_purge_id_idx" ON "cdn_purge" ("purge_id");
CREATE INDEX "cdn_signing_key_id_idx" ON "cdn_signing_key" ("key_id");
CREATE INDEX "secret_store_id_idx" ON "secret_store" ("store_id");
CREATE INDEX "secret_id_idx" ON "secret" ("secret_id");
CREATE INDEX "alert_rule_id_idx" ON "alert_rule" ("alert_rule_id");

-- Whose name begins so?
CREATE INDEX "organization_any_name_idx" ON "organization" (lower("name") COLLATE "C");
CREATE INDEX "workspace_any_name_idx" ON "workspace" (lower("name") COLLATE "C") WHERE "deleted_at" IS NULL;
CREATE INDEX "user_any_name_idx" ON "user" (lower("name") COLLATE "C");
CREATE INDEX "user_any_email_idx" ON "user" ("email" COLLATE "C");
CREATE INDEX "vm_any_name_idx" ON "vm" (lower("name") COLLATE "C") WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_any_name_idx" ON "volume" (lower("name") COLLATE "C") WHERE "deleted_at" IS NULL;
CREATE INDEX "bucket_any_name_idx" ON "bucket" (lower("name") COLLATE "C") WHERE "deleted_at" IS NULL;
CREATE INDEX "vpc_any_name_idx" ON "vpc" (lower("name") COLLATE "C");
CREATE INDEX "nat_gateway_any_name_idx" ON "nat_gateway" (lower("name") COLLATE "C");
CREATE INDEX "load_balancer_any_name_idx" ON "load_balancer" (lower("name") COLLATE "C");
CREATE INDEX "cdn_distribution_any_name_idx" ON "cdn_distribution" (lower("name") COLLATE "C");
CREATE INDEX "secret_store_any_name_idx" ON "secret_store" (lower("name") COLLATE "C") WHERE "deleted_at" IS NULL;
CREATE INDEX "api_token_prefix_idx" ON "api_token" ("prefix" COLLATE "C");
CREATE INDEX "operator_token_prefix_idx" ON "operator_token" ("prefix" COLLATE "C");
