-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "volume_status" AS ENUM ('creating', 'available', 'attaching', 'in-use', 'detaching', 'resizing', 'deleting', 'error');

-- CreateEnum
CREATE TYPE "volume_type" AS ENUM ('ssd', 'nvme', 'hdd');

-- CreateEnum
CREATE TYPE "volume_action" AS ENUM ('create', 'attach', 'detach', 'resize', 'delete');

-- CreateEnum
CREATE TYPE "volume_operation_status" AS ENUM ('in-progress', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "cdn_origin_type" AS ENUM ('bucket', 'custom');

-- CreateEnum
CREATE TYPE "cdn_distribution_status" AS ENUM ('active', 'deploying', 'disabled', 'failed');

-- CreateEnum
CREATE TYPE "cdn_custom_domain_status" AS ENUM ('pending_validation', 'pending_tls', 'active', 'failed');

-- CreateEnum
CREATE TYPE "vm_type" AS ENUM ('cloud', 'gpu');

-- CreateEnum
CREATE TYPE "vm_status" AS ENUM ('pending', 'creating', 'provisioning', 'configuring', 'running', 'starting', 'stopping', 'stopped', 'rebooting', 'resizing', 'attaching_volume', 'detaching_volume', 'resizing_plan', 'resizing_disk', 'deleting', 'deleted', 'error');

-- CreateEnum
CREATE TYPE "backup_frequency" AS ENUM ('hourly', 'daily', 'weekly');

-- CreateEnum
CREATE TYPE "capture_status" AS ENUM ('queued', 'running', 'succeeded', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "capture_scope" AS ENUM ('root_only', 'all_attached', 'selective');

-- CreateEnum
CREATE TYPE "network_status" AS ENUM ('provisioning', 'available', 'error', 'deleting');

-- CreateEnum
CREATE TYPE "reservation_type" AS ENUM ('user_reserved', 'platform_assigned');

-- CreateEnum
CREATE TYPE "firewall_direction" AS ENUM ('ingress', 'egress');

-- CreateEnum
CREATE TYPE "firewall_protocol" AS ENUM ('tcp', 'udp', 'icmp', 'any');

-- CreateEnum
CREATE TYPE "firewall_action" AS ENUM ('allow', 'drop');

-- CreateEnum
CREATE TYPE "retention_mode" AS ENUM ('GOVERNANCE', 'COMPLIANCE');

-- CreateEnum
CREATE TYPE "operation_status" AS ENUM ('accepted', 'running', 'waiting', 'compensating', 'succeeded', 'failed', 'cancelled', 'timed_out');

-- CreateEnum
CREATE TYPE "operation_step_status" AS ENUM ('running', 'waiting', 'succeeded', 'failed', 'undoing', 'undone');

-- CreateEnum
CREATE TYPE "secret_store_status" AS ENUM ('active', 'archived', 'deleting');

-- CreateEnum
CREATE TYPE "workspace_policy" AS ENUM ('entire_organization', 'specific_workspaces');

-- CreateTable
CREATE TABLE "sku" (
    "sku_code" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "hourly_price" DECIMAL(18,8) NOT NULL,
    "currency" TEXT NOT NULL,

    CONSTRAINT "sku_pkey" PRIMARY KEY ("sku_code")
);

-- CreateTable
CREATE TABLE "wallet" (
    "organization_id" TEXT NOT NULL,
    "balance" DECIMAL(18,8) NOT NULL DEFAULT 0,
    "credit_limit" DECIMAL(18,8) NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "suspended_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "volume" (
    "volume_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "volume_status" NOT NULL DEFAULT 'creating',
    "size_gb" INTEGER NOT NULL,
    "type" "volume_type" NOT NULL,
    "site_id" TEXT NOT NULL,
    "attached_vm_id" TEXT,
    "device_path" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "volume_pkey" PRIMARY KEY ("workspace_id","volume_id")
);

-- CreateTable
CREATE TABLE "volume_operation" (
    "volume_operation_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "volume_id" TEXT NOT NULL,
    "operation" "volume_action" NOT NULL,
    "status" "volume_operation_status" NOT NULL DEFAULT 'in-progress',
    "idempotency_key" TEXT,
    "result" JSONB,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "volume_operation_pkey" PRIMARY KEY ("workspace_id","volume_id","volume_operation_id")
);

-- CreateTable
CREATE TABLE "cdn_distribution" (
    "distribution_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "origin_type" "cdn_origin_type" NOT NULL,
    "origin_id" TEXT NOT NULL,
    "origin_bucket_id" TEXT,
    "cache_policy" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "status" "cdn_distribution_status" NOT NULL DEFAULT 'deploying',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "cdn_distribution_pkey" PRIMARY KEY ("workspace_id","distribution_id")
);

-- CreateTable
CREATE TABLE "cdn_custom_domain" (
    "workspace_id" BIGINT NOT NULL,
    "domain" TEXT NOT NULL,
    "distribution_id" TEXT NOT NULL,
    "status" "cdn_custom_domain_status" NOT NULL DEFAULT 'pending_validation',
    "tls_status" TEXT,
    "validation_token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cdn_custom_domain_unique" PRIMARY KEY ("workspace_id","domain")
);

-- CreateTable
CREATE TABLE "site" (
    "site_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "site_pkey" PRIMARY KEY ("site_id")
);

-- CreateTable
CREATE TABLE "plan" (
    "plan_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "vm_type" NOT NULL,
    "sku_code" TEXT NOT NULL,
    "cpu" INTEGER NOT NULL,
    "ram_mb" INTEGER NOT NULL,
    "disk_gb" INTEGER NOT NULL,
    "gpu_model" TEXT,
    "gpu_count" INTEGER NOT NULL DEFAULT 0,
    "site_ids" TEXT[],
    "position" INTEGER NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("plan_id")
);

-- CreateTable
CREATE TABLE "image" (
    "template_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "os_type" TEXT NOT NULL,
    "os_distro" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "min_disk_gb" INTEGER NOT NULL,
    "site_ids" TEXT[],
    "position" INTEGER NOT NULL,

    CONSTRAINT "image_pkey" PRIMARY KEY ("template_id")
);

-- CreateTable
CREATE TABLE "vm" (
    "vm_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "type" "vm_type" NOT NULL,
    "name" TEXT NOT NULL,
    "status" "vm_status" NOT NULL DEFAULT 'pending',
    "operation_id" TEXT,
    "site_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "template_id" TEXT NOT NULL,
    "cpu" INTEGER NOT NULL,
    "ram_mb" INTEGER NOT NULL,
    "disk_gb" INTEGER NOT NULL,
    "gpu_model" TEXT,
    "gpu_count" INTEGER NOT NULL DEFAULT 0,
    "os_type" TEXT NOT NULL,
    "os_distro" TEXT NOT NULL,
    "public_ip" TEXT,
    "private_ip" TEXT,
    "tags" TEXT[],
    "ssh_keys" TEXT[],
    "user_data" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "vm_pkey" PRIMARY KEY ("vm_id")
);

-- CreateTable
CREATE TABLE "backup_policy" (
    "policy_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "vm_id" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "frequency" "backup_frequency" NOT NULL,
    "timezone" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "minute" INTEGER NOT NULL,
    "day_of_week" INTEGER,
    "window_minutes" INTEGER NOT NULL,
    "retention_days" INTEGER NOT NULL,
    "full_backup_interval_days" INTEGER NOT NULL,
    "incremental_enabled" BOOLEAN NOT NULL,
    "requested_by" TEXT NOT NULL,
    "storage_backend" TEXT NOT NULL,
    "next_run_at" TIMESTAMPTZ(3),
    "last_run_at" TIMESTAMPTZ(3),
    "last_status" "capture_status",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "backup_policy_pkey" PRIMARY KEY ("policy_id")
);

-- CreateTable
CREATE TABLE "snapshot_set" (
    "snapshot_set_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "vm_id" TEXT NOT NULL,
    "recovery_point_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" "capture_status" NOT NULL DEFAULT 'queued',
    "capture_scope" "capture_scope" NOT NULL,
    "source_disk_size_gb" INTEGER NOT NULL,
    "storage_backend" TEXT NOT NULL,
    "data_volumes" JSONB NOT NULL DEFAULT '[]',
    "artifacts" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "snapshot_set_pkey" PRIMARY KEY ("snapshot_set_id")
);

-- CreateTable
CREATE TABLE "vm_bandwidth" (
    "workspace_id" BIGINT NOT NULL,
    "vm_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "rx_bytes" BIGINT NOT NULL,
    "tx_bytes" BIGINT NOT NULL,
    "rx_counter" BIGINT NOT NULL,
    "tx_counter" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vm_bandwidth_pkey" PRIMARY KEY ("workspace_id","vm_id","day")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vpc" (
    "vpc_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "site_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "cidr" INET NOT NULL,
    "status" "network_status" NOT NULL DEFAULT 'available',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vpc_pkey" PRIMARY KEY ("vpc_id")
);

-- CreateTable
CREATE TABLE "subnet" (
    "subnet_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "vpc_id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "vpc_cidr" INET NOT NULL,
    "name" TEXT NOT NULL,
    "cidr" INET NOT NULL,
    "gateway" INET NOT NULL,
    "dns" TEXT[],
    "status" "network_status" NOT NULL DEFAULT 'available',
    "error_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subnet_pkey" PRIMARY KEY ("subnet_id")
);

-- CreateTable
CREATE TABLE "vpc_node" (
    "allocation_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "vpc_id" TEXT NOT NULL,
    "subnet_id" TEXT NOT NULL,
    "vm_id" TEXT NOT NULL,
    "subnet_cidr" INET NOT NULL,
    "gateway" INET NOT NULL,
    "private_ip" INET NOT NULL,
    "nat_gateway_id" TEXT,
    "site_private_ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vpc_node_pkey" PRIMARY KEY ("allocation_id")
);

-- CreateTable
CREATE TABLE "nat_gateway" (
    "nat_gateway_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "vpc_id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "nat_gateway_pkey" PRIMARY KEY ("nat_gateway_id")
);

-- CreateTable
CREATE TABLE "nat_gateway_subnet" (
    "subnet_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "vpc_id" TEXT NOT NULL,
    "nat_gateway_id" TEXT NOT NULL,

    CONSTRAINT "nat_gateway_subnet_pkey" PRIMARY KEY ("subnet_id")
);

-- CreateTable
CREATE TABLE "reserved_ip" (
    "public_ip_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "site_id" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "reverse_dns" TEXT NOT NULL DEFAULT '',
    "reservation_type" "reservation_type" NOT NULL,
    "attached_vm_id" TEXT,
    "attached_allocation_id" TEXT,
    "attached_nat_gateway_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reserved_ip_pkey" PRIMARY KEY ("public_ip_id")
);

-- CreateTable
CREATE TABLE "public_address" (
    "address" INET NOT NULL,
    "site_id" TEXT NOT NULL,
    "public_ip_id" TEXT,
    "last_assigned_at" TIMESTAMPTZ(3),

    CONSTRAINT "public_address_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "firewall_group" (
    "firewall_group_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "is_default" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "firewall_group_pkey" PRIMARY KEY ("firewall_group_id")
);

-- CreateTable
CREATE TABLE "firewall_rule" (
    "rule_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "firewall_group_id" TEXT NOT NULL,
    "direction" "firewall_direction" NOT NULL DEFAULT 'ingress',
    "protocol" "firewall_protocol" NOT NULL DEFAULT 'tcp',
    "action" "firewall_action" NOT NULL DEFAULT 'allow',
    "description" TEXT,
    "port_start" INTEGER,
    "port_end" INTEGER,
    "priority" INTEGER,
    "remote_targets" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "system_managed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "firewall_rule_pkey" PRIMARY KEY ("rule_id")
);

-- CreateTable
CREATE TABLE "storage_region" (
    "region" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "site_id" TEXT,
    "endpoint_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_region_pkey" PRIMARY KEY ("region")
);

-- CreateTable
CREATE TABLE "bucket" (
    "bucket_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'standard',
    "status" TEXT NOT NULL DEFAULT 'active',
    "is_public" BOOLEAN NOT NULL,
    "bucket_lock_enabled" BOOLEAN NOT NULL,
    "retention_mode" "retention_mode",
    "retention_days" INTEGER,
    "retention_years" INTEGER,
    "tags" TEXT[],
    "object_count" BIGINT NOT NULL DEFAULT 0,
    "total_size" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "bucket_pkey" PRIMARY KEY ("workspace_id","bucket_id")
);

-- CreateTable
CREATE TABLE "operation" (
    "operation_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "vm_id" TEXT NOT NULL,
    "vm_type" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "saga" TEXT NOT NULL,
    "status" "operation_status" NOT NULL DEFAULT 'accepted',
    "input" JSONB NOT NULL,
    "current_step" TEXT,
    "outcome" "operation_status",
    "error_code" TEXT,
    "error_message" TEXT,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "cancellable" BOOLEAN NOT NULL DEFAULT true,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "operation_pkey" PRIMARY KEY ("operation_id")
);

-- CreateTable
CREATE TABLE "operation_step" (
    "operation_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" "operation_step_status" NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "output" JSONB,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "operation_step_pkey" PRIMARY KEY ("operation_id","position")
);

-- CreateTable
CREATE TABLE "reconciler" (
    "name" TEXT NOT NULL,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "reconciler_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "workspace_id" BIGINT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("workspace_id","operation","key")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "audit_event_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "workspace_id" BIGINT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "resource_id" TEXT,
    "request_id" TEXT NOT NULL,
    "source_ip" TEXT,
    "result" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("audit_event_id")
);

-- CreateTable
CREATE TABLE "secret_store" (
    "store_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "store_key" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "status" "secret_store_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_store_pkey" PRIMARY KEY ("workspace_id","store_id")
);

-- CreateTable
CREATE TABLE "organization" (
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "workspace_id" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "member" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "token_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "workspace_policy" "workspace_policy" NOT NULL,
    "workspace_ids" BIGINT[],
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("token_id")
);

-- CreateIndex
CREATE INDEX "cdn_distribution_workspace_id_origin_bucket_id_idx" ON "cdn_distribution"("workspace_id", "origin_bucket_id");

-- CreateIndex
CREATE UNIQUE INDEX "cdn_distribution_name_unique" ON "cdn_distribution"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "cdn_custom_domain_workspace_id_distribution_id_idx" ON "cdn_custom_domain"("workspace_id", "distribution_id");

-- CreateIndex
CREATE UNIQUE INDEX "site_name_key" ON "site"("name");

-- CreateIndex
CREATE INDEX "site_position_idx" ON "site"("position");

-- CreateIndex
CREATE UNIQUE INDEX "plan_name_key" ON "plan"("name");

-- CreateIndex
CREATE UNIQUE INDEX "plan_sku_code_key" ON "plan"("sku_code");

-- CreateIndex
CREATE INDEX "plan_position_idx" ON "plan"("position");

-- CreateIndex
CREATE INDEX "image_position_idx" ON "image"("position");

-- CreateIndex
CREATE UNIQUE INDEX "vm_workspace_id_vm_id_key" ON "vm"("workspace_id", "vm_id");

-- CreateIndex
CREATE UNIQUE INDEX "backup_policy_workspace_id_vm_id_key" ON "backup_policy"("workspace_id", "vm_id");

-- CreateIndex
CREATE UNIQUE INDEX "snapshot_set_recovery_point_id_key" ON "snapshot_set"("recovery_point_id");

-- CreateIndex
CREATE INDEX "snapshot_set_workspace_id_vm_id_snapshot_set_id_idx" ON "snapshot_set"("workspace_id", "vm_id", "snapshot_set_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_provider_id_account_id_key" ON "account"("provider_id", "account_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "vpc_workspace_id_vpc_id_key" ON "vpc"("workspace_id", "vpc_id");

-- CreateIndex
CREATE UNIQUE INDEX "vpc_place_unique" ON "vpc"("workspace_id", "vpc_id", "site_id", "cidr");

-- CreateIndex
CREATE UNIQUE INDEX "vpc_name_unique" ON "vpc"("workspace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "subnet_workspace_id_vpc_id_subnet_id_key" ON "subnet"("workspace_id", "vpc_id", "subnet_id");

-- CreateIndex
CREATE UNIQUE INDEX "subnet_place_unique" ON "subnet"("workspace_id", "vpc_id", "subnet_id", "cidr", "gateway");

-- CreateIndex
CREATE UNIQUE INDEX "subnet_name_unique" ON "subnet"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "vpc_node_workspace_id_nat_gateway_id_subnet_id_idx" ON "vpc_node"("workspace_id", "nat_gateway_id", "subnet_id");

-- CreateIndex
CREATE UNIQUE INDEX "vpc_node_workspace_id_vpc_id_allocation_id_key" ON "vpc_node"("workspace_id", "vpc_id", "allocation_id");

-- CreateIndex
CREATE UNIQUE INDEX "vpc_node_workspace_id_vm_id_allocation_id_key" ON "vpc_node"("workspace_id", "vm_id", "allocation_id");

-- CreateIndex
CREATE UNIQUE INDEX "vpc_node_address_unique" ON "vpc_node"("subnet_id", "private_ip");

-- CreateIndex
CREATE UNIQUE INDEX "vpc_node_vm_unique" ON "vpc_node"("subnet_id", "vm_id");

-- CreateIndex
CREATE UNIQUE INDEX "nat_gateway_workspace_id_nat_gateway_id_key" ON "nat_gateway"("workspace_id", "nat_gateway_id");

-- CreateIndex
CREATE UNIQUE INDEX "nat_gateway_workspace_id_vpc_id_nat_gateway_id_key" ON "nat_gateway"("workspace_id", "vpc_id", "nat_gateway_id");

-- CreateIndex
CREATE UNIQUE INDEX "nat_gateway_name_unique" ON "nat_gateway"("workspace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "nat_gateway_subnet_workspace_id_nat_gateway_id_subnet_id_key" ON "nat_gateway_subnet"("workspace_id", "nat_gateway_id", "subnet_id");

-- CreateIndex
CREATE UNIQUE INDEX "reserved_ip_workspace_id_public_ip_id_key" ON "reserved_ip"("workspace_id", "public_ip_id");

-- CreateIndex
CREATE UNIQUE INDEX "reserved_ip_vm_unique" ON "reserved_ip"("workspace_id", "attached_vm_id");

-- CreateIndex
CREATE UNIQUE INDEX "reserved_ip_nat_gateway_unique" ON "reserved_ip"("workspace_id", "attached_nat_gateway_id");

-- CreateIndex
CREATE UNIQUE INDEX "public_address_reservation_unique" ON "public_address"("public_ip_id");

-- CreateIndex
CREATE UNIQUE INDEX "firewall_group_workspace_id_firewall_group_id_key" ON "firewall_group"("workspace_id", "firewall_group_id");

-- CreateIndex
CREATE UNIQUE INDEX "firewall_group_name_unique" ON "firewall_group"("workspace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "firewall_rule_workspace_id_firewall_group_id_rule_id_key" ON "firewall_rule"("workspace_id", "firewall_group_id", "rule_id");

-- CreateIndex
CREATE UNIQUE INDEX "storage_region_name_key" ON "storage_region"("name");

-- CreateIndex
CREATE UNIQUE INDEX "bucket_name_unique" ON "bucket"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "operation_workspace_id_operation_id_idx" ON "operation"("workspace_id", "operation_id" DESC);

-- CreateIndex
CREATE INDEX "operation_workspace_id_vm_id_operation_id_idx" ON "operation"("workspace_id", "vm_id", "operation_id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_audit_event_id_idx" ON "audit_event"("workspace_id", "audit_event_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "secret_store_name_unique" ON "secret_store"("workspace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "secret_store_key_unique" ON "secret_store"("workspace_id", "store_key");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_organization_id_name_key" ON "workspace"("organization_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_organization_id_workspace_id_key" ON "workspace"("organization_id", "workspace_id");

-- CreateIndex
CREATE INDEX "member_user_id_idx" ON "member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");

-- CreateIndex
CREATE INDEX "api_token_organization_id_token_id_idx" ON "api_token"("organization_id", "token_id" DESC);

-- AddForeignKey
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "volume_operation" ADD CONSTRAINT "volume_operation_workspace_id_volume_id_fkey" FOREIGN KEY ("workspace_id", "volume_id") REFERENCES "volume"("workspace_id", "volume_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cdn_distribution" ADD CONSTRAINT "cdn_distribution_origin_bucket_fkey" FOREIGN KEY ("workspace_id", "origin_bucket_id") REFERENCES "bucket"("workspace_id", "bucket_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cdn_custom_domain" ADD CONSTRAINT "cdn_custom_domain_distribution_fkey" FOREIGN KEY ("workspace_id", "distribution_id") REFERENCES "cdn_distribution"("workspace_id", "distribution_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vm" ADD CONSTRAINT "vm_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site"("site_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vm" ADD CONSTRAINT "vm_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("plan_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vm" ADD CONSTRAINT "vm_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "image"("template_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "backup_policy" ADD CONSTRAINT "backup_policy_workspace_id_vm_id_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm"("workspace_id", "vm_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snapshot_set" ADD CONSTRAINT "snapshot_set_workspace_id_vm_id_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm"("workspace_id", "vm_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vm_bandwidth" ADD CONSTRAINT "vm_bandwidth_workspace_id_vm_id_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm"("workspace_id", "vm_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subnet" ADD CONSTRAINT "subnet_vpc_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "site_id", "vpc_cidr") REFERENCES "vpc"("workspace_id", "vpc_id", "site_id", "cidr") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vpc_node" ADD CONSTRAINT "vpc_node_subnet_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "subnet_id", "subnet_cidr", "gateway") REFERENCES "subnet"("workspace_id", "vpc_id", "subnet_id", "cidr", "gateway") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vpc_node" ADD CONSTRAINT "vpc_node_nat_gateway_fkey" FOREIGN KEY ("workspace_id", "nat_gateway_id", "subnet_id") REFERENCES "nat_gateway_subnet"("workspace_id", "nat_gateway_id", "subnet_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "nat_gateway" ADD CONSTRAINT "nat_gateway_vpc_fkey" FOREIGN KEY ("workspace_id", "vpc_id") REFERENCES "vpc"("workspace_id", "vpc_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "nat_gateway_subnet" ADD CONSTRAINT "nat_gateway_subnet_gateway_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "nat_gateway_id") REFERENCES "nat_gateway"("workspace_id", "vpc_id", "nat_gateway_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "nat_gateway_subnet" ADD CONSTRAINT "nat_gateway_subnet_subnet_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "subnet_id") REFERENCES "subnet"("workspace_id", "vpc_id", "subnet_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reserved_ip" ADD CONSTRAINT "reserved_ip_allocation_fkey" FOREIGN KEY ("workspace_id", "attached_vm_id", "attached_allocation_id") REFERENCES "vpc_node"("workspace_id", "vm_id", "allocation_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reserved_ip" ADD CONSTRAINT "reserved_ip_nat_gateway_fkey" FOREIGN KEY ("workspace_id", "attached_nat_gateway_id") REFERENCES "nat_gateway"("workspace_id", "nat_gateway_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public_address" ADD CONSTRAINT "public_address_reservation_fkey" FOREIGN KEY ("public_ip_id") REFERENCES "reserved_ip"("public_ip_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "firewall_rule" ADD CONSTRAINT "firewall_rule_group_fkey" FOREIGN KEY ("workspace_id", "firewall_group_id") REFERENCES "firewall_group"("workspace_id", "firewall_group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket" ADD CONSTRAINT "bucket_region_fkey" FOREIGN KEY ("region") REFERENCES "storage_region"("region") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("operation_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;


