-- Edges are hosts whose servers answer visitors: load balancers of a site, distributions of the CDN (docs/adr/0044).
CREATE TABLE "edge" (
    "edge_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    -- The one-time token until an agent has exchanged it, then the agent's credential. Both as SHA-256.
    "enrollment_hash" BYTEA,
    "enrollment_expires_at" TIMESTAMPTZ(3),
    "credential_hash" BYTEA,
    "hostname" TEXT,
    "servers" TEXT[] NOT NULL DEFAULT '{}',
    -- Every document up to this sequence is applied, or is in "edge_failure".
    "applied_sequence" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "enrolled_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "edge_pkey" PRIMARY KEY ("edge_id"),
    CONSTRAINT "edge_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id")
);
CREATE UNIQUE INDEX "edge_name_unique" ON "edge" ("name") WHERE "removed_at" IS NULL;
CREATE UNIQUE INDEX "edge_enrollment_unique" ON "edge" ("enrollment_hash");
CREATE UNIQUE INDEX "edge_credential_unique" ON "edge" ("credential_hash");
CREATE INDEX "edge_site" ON "edge" ("site_id") WHERE "removed_at" IS NULL;

-- What edges have to serve. A removed document stays for 30 days, without a body, for edges that were away.
CREATE TABLE "edge_document" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    -- In the order of commits. The trigger sets it.
    "sequence" BIGINT NOT NULL,
    -- Sealed with the installation's secret, because it contains private keys. NULL: removed.
    "body_sealed" BYTEA,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "edge_document_pkey" PRIMARY KEY ("kind", "id"),
    CONSTRAINT "edge_document_kind_known" CHECK ("kind" IN ('load_balancer')),
    CONSTRAINT "edge_document_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id")
);
CREATE UNIQUE INDEX "edge_document_sequence" ON "edge_document" ("site_id", "sequence");
CREATE INDEX "edge_document_removed" ON "edge_document" ("changed_at") WHERE "body_sealed" IS NULL;

CREATE SEQUENCE "edge_document_sequence_seq";

-- Gives a changed document the next sequence. The lock lasts until the end of the transaction, so that sequences become
-- visible in their order, and an edge that has read up to one misses none.
CREATE FUNCTION "edge_document_next"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- Only sealed again, under another secret.
    IF TG_OP = 'UPDATE' AND NEW."revision" = OLD."revision" AND (NEW."body_sealed" IS NULL) = (OLD."body_sealed" IS NULL) THEN
        RETURN NEW;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('edge_document'));
    NEW."sequence" := nextval('edge_document_sequence_seq');
    NEW."changed_at" := now();
    PERFORM pg_notify('fulmar_edge', NEW."site_id");
    RETURN NEW;
END $$;
CREATE TRIGGER "edge_document_next" BEFORE INSERT OR UPDATE OF "revision", "body_sealed" ON "edge_document"
    FOR EACH ROW EXECUTE FUNCTION "edge_document_next"();

-- The highest sequence of a document that was forgotten. An edge that is behind it gets everything again.
CREATE TABLE "edge_forgotten" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "sequence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "edge_forgotten_pkey" PRIMARY KEY ("only"),
    CONSTRAINT "edge_forgotten_only" CHECK ("only")
);
INSERT INTO "edge_forgotten" DEFAULT VALUES;

-- The documents that an edge could not apply.
CREATE TABLE "edge_failure" (
    "edge_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "edge_failure_pkey" PRIMARY KEY ("edge_id", "kind", "id"),
    CONSTRAINT "edge_failure_edge_fkey" FOREIGN KEY ("edge_id") REFERENCES "edge" ("edge_id") ON DELETE CASCADE
);

-- The health of a load balancer's targets, as an edge last saw it.
CREATE TABLE "edge_health" (
    "load_balancer_id" TEXT NOT NULL,
    "edge_id" TEXT NOT NULL,
    "targets" JSONB NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "edge_health_pkey" PRIMARY KEY ("load_balancer_id", "edge_id"),
    CONSTRAINT "edge_health_edge_fkey" FOREIGN KEY ("edge_id") REFERENCES "edge" ("edge_id") ON DELETE CASCADE
);
