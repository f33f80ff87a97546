-- Lists of ours hold no NULL, and are never NULL themselves: statements are described by what the database proves (docs/adr/0029). Prisma reads a NULL
-- list as an empty one and writes none, so this changes no answer. The keys of a pending configuration stay as they are: NULL leaves the VM its own.
UPDATE "api_token" SET "scopes" = '{}' WHERE "scopes" IS NULL;
UPDATE "api_token" SET "workspace_ids" = '{}' WHERE "workspace_ids" IS NULL;
UPDATE "bucket" SET "tags" = '{}' WHERE "tags" IS NULL;
UPDATE "firewall_rule" SET "remote_targets" = '{}' WHERE "remote_targets" IS NULL;
UPDATE "image" SET "site_ids" = '{}' WHERE "site_ids" IS NULL;
UPDATE "plan" SET "site_ids" = '{}' WHERE "site_ids" IS NULL;
UPDATE "subnet" SET "dns" = '{}' WHERE "dns" IS NULL;
UPDATE "vm" SET "ssh_keys" = '{}' WHERE "ssh_keys" IS NULL;
UPDATE "vm" SET "tags" = '{}' WHERE "tags" IS NULL;
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_allowed_ip_ranges_filled" CHECK (array_position("allowed_ip_ranges", NULL) IS NULL);
ALTER TABLE "api_token" ALTER COLUMN "scopes" SET DEFAULT '{}', ALTER COLUMN "scopes" SET NOT NULL, ADD CONSTRAINT "api_token_scopes_filled" CHECK (array_position("scopes", NULL) IS NULL);
ALTER TABLE "api_token" ALTER COLUMN "workspace_ids" SET DEFAULT '{}', ALTER COLUMN "workspace_ids" SET NOT NULL, ADD CONSTRAINT "api_token_workspace_ids_filled" CHECK (array_position("workspace_ids", NULL) IS NULL);
ALTER TABLE "bucket" ALTER COLUMN "tags" SET DEFAULT '{}', ALTER COLUMN "tags" SET NOT NULL, ADD CONSTRAINT "bucket_tags_filled" CHECK (array_position("tags", NULL) IS NULL);
ALTER TABLE "cdn_purge" ADD CONSTRAINT "cdn_purge_paths_filled" CHECK (array_position("paths", NULL) IS NULL);
ALTER TABLE "firewall_rule" ALTER COLUMN "remote_targets" SET DEFAULT '{}', ALTER COLUMN "remote_targets" SET NOT NULL, ADD CONSTRAINT "firewall_rule_remote_targets_filled" CHECK (array_position("remote_targets", NULL) IS NULL);
ALTER TABLE "image" ALTER COLUMN "site_ids" SET DEFAULT '{}', ALTER COLUMN "site_ids" SET NOT NULL, ADD CONSTRAINT "image_site_ids_filled" CHECK (array_position("site_ids", NULL) IS NULL);
ALTER TABLE "load_balancer" ADD CONSTRAINT "load_balancer_tags_filled" CHECK (array_position("tags", NULL) IS NULL);
ALTER TABLE "object" ADD CONSTRAINT "object_file_ids_filled" CHECK (array_position("file_ids", NULL) IS NULL);
ALTER TABLE "object" ADD CONSTRAINT "object_file_sizes_filled" CHECK (array_position("file_sizes", NULL) IS NULL);
ALTER TABLE "plan" ALTER COLUMN "site_ids" SET DEFAULT '{}', ALTER COLUMN "site_ids" SET NOT NULL, ADD CONSTRAINT "plan_site_ids_filled" CHECK (array_position("site_ids", NULL) IS NULL);
ALTER TABLE "secret" ADD CONSTRAINT "secret_tags_filled" CHECK (array_position("tags", NULL) IS NULL);
ALTER TABLE "site" ADD CONSTRAINT "site_unsupported_filled" CHECK (array_position("unsupported", NULL) IS NULL);
ALTER TABLE "subnet" ALTER COLUMN "dns" SET DEFAULT '{}', ALTER COLUMN "dns" SET NOT NULL, ADD CONSTRAINT "subnet_dns_filled" CHECK (array_position("dns", NULL) IS NULL);
ALTER TABLE "vm" ALTER COLUMN "ssh_keys" SET DEFAULT '{}', ALTER COLUMN "ssh_keys" SET NOT NULL, ADD CONSTRAINT "vm_ssh_keys_filled" CHECK (array_position("ssh_keys", NULL) IS NULL);
ALTER TABLE "vm" ALTER COLUMN "tags" SET DEFAULT '{}', ALTER COLUMN "tags" SET NOT NULL, ADD CONSTRAINT "vm_tags_filled" CHECK (array_position("tags", NULL) IS NULL);
