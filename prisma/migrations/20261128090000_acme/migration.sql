-- Certificates of custom domains from an ACME authority (docs/adr/0046). They belong to the installation, not to a
-- workspace: a domain that moves keeps its certificate.
CREATE TABLE "acme_account" (
    -- The authority's directory.
    "directory_url" TEXT NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    -- NULL until the authority knows the account.
    "account_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "acme_account_pkey" PRIMARY KEY ("directory_url")
);

-- The certificate itself is a document of the edges.
CREATE TABLE "acme_certificate" (
    "domain" TEXT NOT NULL,
    "directory_url" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "renew_at" TIMESTAMPTZ(3),
    -- Since the last success.
    "failures" INTEGER NOT NULL DEFAULT 0,
    -- The authority is not asked before.
    "next_try_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    -- An order that is being issued, and the key of its certificate.
    "order_url" TEXT,
    "key_sealed" BYTEA,
    CONSTRAINT "acme_certificate_pkey" PRIMARY KEY ("domain"),
    CONSTRAINT "acme_certificate_order_check" CHECK (("order_url" IS NULL) = ("key_sealed" IS NULL))
);

ALTER TABLE "edge_document"
    DROP CONSTRAINT "edge_document_kind_known",
    ADD CONSTRAINT "edge_document_kind_known" CHECK ("kind" IN ('load_balancer', 'distribution', 'purge', 'certificate', 'challenge'));
