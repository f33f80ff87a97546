-- Simulated sites can be worlds of their own, each with its provider. What is there already is the world of the provider `simulated`,
-- and the release before goes on writing there.
ALTER TABLE "simulated"."instance" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';
ALTER TABLE "simulated"."volume" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';
ALTER TABLE "simulated"."snapshot" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';
ALTER TABLE "simulated"."backup" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';
ALTER TABLE "simulated"."network_configuration" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';
ALTER TABLE "simulated"."load_balancer" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';
ALTER TABLE "simulated"."stranger" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';
ALTER TABLE "simulated"."stranger_volume" ADD COLUMN "provider" text NOT NULL DEFAULT 'simulated';

-- Each page of an inventory is one range of an index.
CREATE INDEX "instance_provider_idx" ON "simulated"."instance" ("provider", "vm_id");
CREATE INDEX "volume_provider_idx" ON "simulated"."volume" ("provider", "volume_id");
CREATE INDEX "network_configuration_provider_idx" ON "simulated"."network_configuration" ("provider", "kind", "id");
CREATE INDEX "load_balancer_provider_idx" ON "simulated"."load_balancer" ("provider", "load_balancer_id");

-- How a world answers, and its ownership record. That of the provider `simulated` stays in "site_mark", where the release before has it.
CREATE TABLE "simulated"."site" (
  "provider"         text PRIMARY KEY,
  "mark"             jsonb,
  "answers_after_ms" integer NOT NULL DEFAULT 0 CHECK ("answers_after_ms" >= 0),
  "silent"           boolean NOT NULL DEFAULT false
);
