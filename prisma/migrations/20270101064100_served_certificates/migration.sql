-- The certificates that edges serve, as they last told. An edge's agent of an earlier release tells of none.
CREATE TABLE "edge_certificate" (
  "edge_id"     text NOT NULL,
  -- `load_balancer`, or `certificate` for what the CDN serves.
  "kind"        text NOT NULL,
  -- The load balancer, or the certificate's document.
  "id"          text NOT NULL,
  "name"        text NOT NULL,
  -- SHA-256 in hexadecimal.
  "fingerprint" text NOT NULL,
  "issuer"      text NOT NULL,
  "expires_at"  timestamptz(3) NOT NULL,
  CONSTRAINT "edge_certificate_pkey" PRIMARY KEY ("edge_id", "kind", "id", "name"),
  CONSTRAINT "edge_certificate_edge_fkey" FOREIGN KEY ("edge_id") REFERENCES "edge" ("edge_id") ON DELETE CASCADE,
  CONSTRAINT "edge_certificate_kind_known" CHECK ("kind" IN ('load_balancer', 'certificate'))
);
-- Operators look up what edges serve for a domain.
CREATE INDEX "edge_certificate_name_idx" ON "edge_certificate" ("name", "kind", "id");
