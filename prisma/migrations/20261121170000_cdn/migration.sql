-- What the edge has of a distribution, against what it should have: it is deployed again while `deployed_revision` lags behind,
-- at `deploy_at`, which is null when there is nothing to do.
ALTER TABLE "cdn_distribution"
  ADD COLUMN "revision" integer NOT NULL DEFAULT 1,
  ADD COLUMN "deployed_revision" integer NOT NULL DEFAULT 0,
  ADD COLUMN "deployed_at" timestamptz(3),
  ADD COLUMN "deploy_at" timestamptz(3) DEFAULT now(),
  ADD COLUMN "deploy_waited" boolean NOT NULL DEFAULT false,
  ADD COLUMN "deploy_attempts" integer NOT NULL DEFAULT 0,
  ADD COLUMN "error_code" text,
  ADD COLUMN "error_message" text;
ALTER TABLE "cdn_distribution" ADD CONSTRAINT "cdn_distribution_revision_check" CHECK ("deployed_revision" BETWEEN 0 AND "revision");
ALTER TABLE "cdn_distribution" ADD CONSTRAINT "cdn_distribution_failure_check"
  CHECK (("error_code" IS NULL) = ("error_message" IS NULL) AND ("status" <> 'failed' OR ("error_code" IS NOT NULL AND "deploy_at" IS NULL)));
CREATE INDEX "cdn_distribution_due_idx" ON "cdn_distribution" ("deploy_at") WHERE "deploy_at" IS NOT NULL;
-- The comparison with the edge's inventory looks distributions up by their id alone.
CREATE UNIQUE INDEX "cdn_distribution_id_unique" ON "cdn_distribution" ("distribution_id");

ALTER TABLE "cdn_custom_domain"
  ADD COLUMN "check_at" timestamptz(3) DEFAULT now(),
  ADD COLUMN "check_waited" boolean NOT NULL DEFAULT false,
  ADD COLUMN "check_attempts" integer NOT NULL DEFAULT 0,
  ADD COLUMN "checked_at" timestamptz(3),
  ADD COLUMN "problem" text,
  ADD COLUMN "proof_lost_at" timestamptz(3),
  ADD COLUMN "certificate_expires_at" timestamptz(3);
ALTER TABLE "cdn_custom_domain" ADD CONSTRAINT "cdn_custom_domain_failure_check" CHECK ("status" <> 'failed' OR "problem" IS NOT NULL);
CREATE INDEX "cdn_custom_domain_due_idx" ON "cdn_custom_domain" ("check_at") WHERE "check_at" IS NOT NULL;
-- Anybody may ask for a domain; proved it is one distribution's in the whole installation.
CREATE UNIQUE INDEX "cdn_custom_domain_owner_unique" ON "cdn_custom_domain" ("domain") WHERE "status" IN ('pending_tls', 'active');

CREATE TYPE "cdn_purge_status" AS ENUM ('queued', 'running', 'succeeded', 'failed');
CREATE TABLE "cdn_purge" (
  "workspace_id"    bigint NOT NULL,
  "distribution_id" text NOT NULL,
  "purge_id"        text NOT NULL,
  "status"          "cdn_purge_status" NOT NULL DEFAULT 'queued',
  "paths"           text[] NOT NULL,
  "everything"      boolean NOT NULL,
  "requested_at"    timestamptz(3) NOT NULL DEFAULT now(),
  "completed_at"    timestamptz(3),
  "error"           text,
  "run_at"          timestamptz(3) DEFAULT now(),
  "waited"          boolean NOT NULL DEFAULT false,
  "attempts"        integer NOT NULL DEFAULT 0,
  CONSTRAINT "cdn_purge_pkey" PRIMARY KEY ("workspace_id", "distribution_id", "purge_id"),
  CONSTRAINT "cdn_purge_distribution_fkey" FOREIGN KEY ("workspace_id", "distribution_id")
    REFERENCES "cdn_distribution" ("workspace_id", "distribution_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "cdn_purge_extent_check" CHECK ("everything" = (cardinality("paths") = 0)),
  CONSTRAINT "cdn_purge_end_check" CHECK (
    ("run_at" IS NULL) = ("status" IN ('succeeded', 'failed'))
    AND ("completed_at" IS NOT NULL) = ("status" IN ('succeeded', 'failed'))
    AND ("error" IS NOT NULL) = ("status" = 'failed'))
);
CREATE INDEX "cdn_purge_due_idx" ON "cdn_purge" ("run_at") WHERE "run_at" IS NOT NULL;
CREATE INDEX "cdn_purge_completed_idx" ON "cdn_purge" ("completed_at") WHERE "completed_at" IS NOT NULL;

CREATE TABLE "cdn_website" (
  "workspace_id"    bigint NOT NULL,
  "distribution_id" text NOT NULL,
  "index_document"  text NOT NULL,
  "error_document"  text,
  "spa"             boolean NOT NULL,
  "redirects"       jsonb NOT NULL,
  "headers"         jsonb NOT NULL,
  "updated_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "cdn_website_pkey" PRIMARY KEY ("workspace_id", "distribution_id"),
  CONSTRAINT "cdn_website_distribution_fkey" FOREIGN KEY ("workspace_id", "distribution_id")
    REFERENCES "cdn_distribution" ("workspace_id", "distribution_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "cdn_website_spa_check" CHECK (NOT "spa" OR "error_document" IS NULL)
);

-- A key is derived from the installation's secret and the salt: nothing that could sign stands here.
CREATE TABLE "cdn_signing_key" (
  "workspace_id"     bigint NOT NULL,
  "key_id"           text NOT NULL,
  "salt"             text NOT NULL,
  "signs_unexpiring" boolean NOT NULL DEFAULT false,
  "created_at"       timestamptz(3) NOT NULL DEFAULT now(),
  "retired_at"       timestamptz(3),
  "valid_until"      timestamptz(3),
  CONSTRAINT "cdn_signing_key_pkey" PRIMARY KEY ("workspace_id", "key_id"),
  CONSTRAINT "cdn_signing_key_end_check" CHECK ("valid_until" IS NULL OR "retired_at" IS NOT NULL)
);
CREATE UNIQUE INDEX "cdn_signing_key_current_unique" ON "cdn_signing_key" ("workspace_id") WHERE "retired_at" IS NULL;

SELECT "guard_workspace_rows"('cdn_purge');
SELECT "guard_workspace_rows"('cdn_website');
SELECT "guard_workspace_rows"('cdn_signing_key');
GRANT SELECT, INSERT ON "cdn_purge" TO "fulmar_workspace";
GRANT SELECT, INSERT, UPDATE ON "cdn_website" TO "fulmar_workspace";
GRANT SELECT, INSERT, UPDATE, DELETE ON "cdn_signing_key" TO "fulmar_workspace";

-- The simulated edge, the authority that issues it certificates, and the names below .test that its DNS knows.
CREATE TABLE "simulated"."edge_distribution" (
  "distribution_id" text PRIMARY KEY,
  "revision"        integer NOT NULL,
  "configuration"   jsonb NOT NULL
);
CREATE TABLE "simulated"."edge_purge" (
  "number"          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "distribution_id" text NOT NULL,
  "paths"           text[] NOT NULL,
  "everything"      boolean NOT NULL
);
CREATE TABLE "simulated"."certificate" (
  "domain"     text PRIMARY KEY,
  "expires_at" timestamptz NOT NULL
);
CREATE TABLE "simulated"."dns_record" (
  "name"  text NOT NULL,
  "type"  text NOT NULL CHECK ("type" IN ('TXT', 'CNAME', 'A')),
  "value" text NOT NULL,
  PRIMARY KEY ("name", "type", "value")
);
