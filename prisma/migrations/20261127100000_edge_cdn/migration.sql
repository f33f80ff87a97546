-- Edges serve the CDN too: distributions belong to no site, so every edge of the CDN gets them (docs/adr/0045).
ALTER TABLE "edge"
    -- Whether the operator lets it serve the CDN, and so gives it the documents of every distribution.
    ADD COLUMN "serves_cdn" BOOLEAN NOT NULL DEFAULT false,
    -- The kinds of documents that its servers serve.
    ADD COLUMN "kinds" TEXT[] NOT NULL DEFAULT '{}',
    -- The last batch of counts that was taken, so that a report that comes twice counts once.
    ADD COLUMN "usage_batch" TEXT;

ALTER TABLE "edge_document"
    ALTER COLUMN "site_id" DROP NOT NULL,
    -- A digest of the settings that the document was made with. Others make it anew.
    ADD COLUMN "made_with" TEXT NOT NULL DEFAULT '',
    DROP CONSTRAINT "edge_document_kind_known",
    ADD CONSTRAINT "edge_document_kind_known" CHECK ("kind" IN ('load_balancer', 'distribution', 'purge')),
    ADD CONSTRAINT "edge_document_place" CHECK (("kind" = 'load_balancer') = ("site_id" IS NOT NULL));
CREATE UNIQUE INDEX "edge_document_everywhere" ON "edge_document" ("sequence") WHERE "site_id" IS NULL;

CREATE OR REPLACE FUNCTION "edge_document_next"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- Only sealed again, under another secret.
    IF TG_OP = 'UPDATE' AND NEW."revision" = OLD."revision" AND NEW."made_with" = OLD."made_with"
       AND (NEW."body_sealed" IS NULL) = (OLD."body_sealed" IS NULL) THEN
        RETURN NEW;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('edge_document'));
    NEW."sequence" := nextval('edge_document_sequence_seq');
    NEW."changed_at" := now();
    -- The empty payload wakes the streams of all edges.
    PERFORM pg_notify('fulmar_edge', coalesce(NEW."site_id", ''));
    RETURN NEW;
END $$;
DROP TRIGGER "edge_document_next" ON "edge_document";
CREATE TRIGGER "edge_document_next" BEFORE INSERT OR UPDATE OF "revision", "made_with", "body_sealed" ON "edge_document"
    FOR EACH ROW EXECUTE FUNCTION "edge_document_next"();

-- A bucket without a distribution has a path on the CDN's common domain from its first URL on. It is served like a
-- distribution, under the id of the bucket.
CREATE TABLE "cdn_common_path" (
    "workspace_id"      BIGINT NOT NULL,
    "bucket_id"         TEXT NOT NULL,
    "revision"          INTEGER NOT NULL DEFAULT 1,
    "deployed_revision" INTEGER NOT NULL DEFAULT 0,
    -- NULL: nothing to deploy.
    "deploy_at"         TIMESTAMPTZ(3) DEFAULT now(),
    "deploy_attempts"   INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "cdn_common_path_pkey" PRIMARY KEY ("workspace_id", "bucket_id"),
    CONSTRAINT "cdn_common_path_bucket_fkey" FOREIGN KEY ("workspace_id", "bucket_id") REFERENCES "bucket" ("workspace_id", "bucket_id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "cdn_common_path_bucket" ON "cdn_common_path" ("bucket_id");
CREATE INDEX "cdn_common_path_due" ON "cdn_common_path" ("deploy_at") WHERE "deploy_at" IS NOT NULL;
SELECT "guard_workspace_rows"('cdn_common_path');
GRANT SELECT, INSERT, UPDATE, DELETE ON "cdn_common_path" TO "fulmar_workspace";

CREATE FUNCTION "write_cdn_common_path_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone('cdn', 'cdn_distribution', OLD.bucket_id, NULL, 'deleted');
  RETURN NULL;
END $$;
CREATE TRIGGER "cdn_common_path_tombstone" AFTER DELETE ON "cdn_common_path" FOR EACH ROW EXECUTE FUNCTION "write_cdn_common_path_tombstone"();

-- What edges send is charged to a distribution, or to the bucket itself, which may have sent other bytes in that hour.
DROP INDEX "transfer_workspace_id_hour_resource_type_resource_id_key";
CREATE UNIQUE INDEX "transfer_once" ON "transfer" ("workspace_id", "hour", "resource_type", "resource_id", "sku_code");

-- Edges know who may read a bucket and which keys sign its URLs, so a change of either is deployed.
CREATE FUNCTION "redeploy_distributions"("of_workspace" bigint, "of_bucket" text) RETURNS void LANGUAGE sql AS $$
  UPDATE cdn_distribution d
     SET revision = d.revision + 1,
         deploy_at = CASE WHEN d.status = 'failed' THEN NULL WHEN d.deploy_waited THEN d.deploy_at ELSE now() END
   WHERE d.workspace_id = of_workspace AND d.origin_bucket_id = coalesce(of_bucket, d.origin_bucket_id);
  UPDATE cdn_common_path p SET revision = p.revision + 1, deploy_at = now()
   WHERE p.workspace_id = of_workspace AND p.bucket_id = coalesce(of_bucket, p.bucket_id)
$$;

CREATE FUNCTION "redeploy_bucket"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM redeploy_distributions(NEW.workspace_id, NEW.bucket_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_redeployed" AFTER UPDATE OF "is_public" ON "bucket" FOR EACH ROW
  WHEN (OLD."is_public" <> NEW."is_public") EXECUTE FUNCTION "redeploy_bucket"();

-- A rotation always makes a key, also when it revokes the others.
CREATE FUNCTION "redeploy_buckets"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM redeploy_distributions(NEW.workspace_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "cdn_signing_key_deployed" AFTER INSERT ON "cdn_signing_key" FOR EACH ROW EXECUTE FUNCTION "redeploy_buckets"();
