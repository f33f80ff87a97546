-- What billing decided about purchases, so that people can read why a create was refused.
CREATE TABLE "admission" (
    "admission_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "action" TEXT NOT NULL,
    "sku_code" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "allowed" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "hourly_price" DECIMAL(28,8),
    "currency" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "resource_id" TEXT,
    "request_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "admission_pkey" PRIMARY KEY ("admission_id"),
    CONSTRAINT "admission_reason_check" CHECK ("allowed" = ("reason" = 'ok'))
);

CREATE INDEX "admission_workspace_id_admission_id_idx" ON "admission"("workspace_id", "admission_id" DESC);
CREATE INDEX "admission_workspace_id_allowed_admission_id_idx" ON "admission"("workspace_id", "allowed", "admission_id" DESC);

-- Handlers add what was decided about their own purchase; nobody changes it.
SELECT "guard_workspace_rows"('"admission"');
GRANT INSERT ON "admission" TO "fulmar_workspace";
