-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "vm_type" AS ENUM ('cloud', 'gpu');

-- CreateEnum
CREATE TYPE "vm_status" AS ENUM ('pending', 'creating', 'provisioning', 'configuring', 'running', 'starting', 'stopping', 'stopped', 'rebooting', 'resizing', 'attaching_volume', 'detaching_volume', 'resizing_plan', 'resizing_disk', 'deleting', 'deleted', 'error');

-- CreateEnum
CREATE TYPE "operation_status" AS ENUM ('accepted', 'running', 'waiting', 'compensating', 'succeeded', 'failed', 'cancelled', 'timed_out');

-- CreateEnum
CREATE TYPE "operation_step_status" AS ENUM ('running', 'waiting', 'succeeded', 'failed', 'undoing', 'undone');

-- CreateEnum
CREATE TYPE "workspace_policy" AS ENUM ('entire_organization', 'specific_workspaces');

-- CreateTable
CREATE TABLE "site" (
    "site_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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

    CONSTRAINT "image_pkey" PRIMARY KEY ("template_id")
);

-- CreateTable
CREATE TABLE "vm" (
    "vm_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "type" "vm_type" NOT NULL,
    "name" TEXT NOT NULL,
    "status" "vm_status" NOT NULL DEFAULT 'pending',
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
CREATE UNIQUE INDEX "site_name_key" ON "site"("name");

-- CreateIndex
CREATE UNIQUE INDEX "plan_name_key" ON "plan"("name");

-- CreateIndex
CREATE UNIQUE INDEX "plan_sku_code_key" ON "plan"("sku_code");

-- CreateIndex
CREATE INDEX "vm_workspace_id_type_vm_id_idx" ON "vm"("workspace_id", "type", "vm_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "vm_workspace_id_vm_id_key" ON "vm"("workspace_id", "vm_id");

-- CreateIndex
CREATE INDEX "operation_workspace_id_operation_id_idx" ON "operation"("workspace_id", "operation_id" DESC);

-- CreateIndex
CREATE INDEX "operation_workspace_id_vm_id_operation_id_idx" ON "operation"("workspace_id", "vm_id", "operation_id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_audit_event_id_idx" ON "audit_event"("workspace_id", "audit_event_id" DESC);

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
ALTER TABLE "vm" ADD CONSTRAINT "vm_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site"("site_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vm" ADD CONSTRAINT "vm_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("plan_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vm" ADD CONSTRAINT "vm_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "image"("template_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("operation_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;


