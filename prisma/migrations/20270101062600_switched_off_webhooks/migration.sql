-- Operators list the webhooks of all tenants that were switched off.
CREATE INDEX "webhook_switched_off_idx" ON "webhook" ("webhook_id" DESC) WHERE "disabled_reason" IS NOT NULL;
