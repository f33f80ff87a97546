-- The platform obtains certificates for domains of load balancers (docs/adr/0053).
ALTER TABLE "load_balancer_listener"
    ADD COLUMN "domains" TEXT[] NOT NULL DEFAULT '{}',
    DROP CONSTRAINT "load_balancer_listener_certificate_check",
    ADD CONSTRAINT "load_balancer_listener_certificate_check" CHECK (
      ("secret_id" IS NULL) = ("store_id" IS NULL)
      AND CASE WHEN "protocol" = 'https' THEN "secret_id" IS NOT NULL OR "domains" <> '{}'
               ELSE "secret_id" IS NULL AND "additional_certificates" = '[]' AND "domains" = '{}' END);

-- A domain of a load balancer and its certificate. Listeners of a load balancer share it.
CREATE TABLE "load_balancer_certificate" (
    "workspace_id"     BIGINT NOT NULL,
    "load_balancer_id" TEXT NOT NULL,
    "domain"           TEXT NOT NULL,
    -- The load balancer's revision that has the domain: the authority is asked once it is in force.
    "since_revision"   INTEGER NOT NULL,
    "check_at"         TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "check_waited"     BOOLEAN NOT NULL DEFAULT false,
    "check_attempts"   INTEGER NOT NULL DEFAULT 0,
    "problem"          TEXT,
    -- Whether the problem is the authority's answer.
    "refused"          BOOLEAN NOT NULL DEFAULT false,
    -- NULL until the first certificate is there.
    "chain_pem"        TEXT,
    "key_sealed"       BYTEA,
    "expires_at"       TIMESTAMPTZ(3),
    -- The load balancer's revision that has the first certificate.
    "issued_revision"  INTEGER,
    CONSTRAINT "load_balancer_certificate_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id", "domain"),
    CONSTRAINT "load_balancer_certificate_balancer_fkey" FOREIGN KEY ("workspace_id", "load_balancer_id")
      REFERENCES "load_balancer" ("workspace_id", "load_balancer_id") ON DELETE CASCADE,
    CONSTRAINT "load_balancer_certificate_issued_check" CHECK (num_nulls("chain_pem", "key_sealed", "expires_at", "issued_revision") IN (0, 4))
);
CREATE INDEX "load_balancer_certificate_due_idx" ON "load_balancer_certificate" ("check_at");
SELECT "guard_workspace_rows"('load_balancer_certificate');
GRANT SELECT ON "load_balancer_certificate" TO "fulmar_workspace";

-- Rows follow the domains of the listeners. What was issued for a domain ends with it.
CREATE FUNCTION "follow_load_balancer_domains"("of_workspace" bigint, "balancers" text[]) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM load_balancer_certificate c
   WHERE c.workspace_id = of_workspace AND c.load_balancer_id = ANY (balancers)
     AND NOT EXISTS (SELECT FROM load_balancer_listener l WHERE l.workspace_id = c.workspace_id AND l.load_balancer_id = c.load_balancer_id AND c.domain = ANY (l.domains));
  INSERT INTO load_balancer_certificate (workspace_id, load_balancer_id, domain, since_revision)
  SELECT DISTINCT b.workspace_id, b.load_balancer_id, d.domain, b.revision
    FROM load_balancer_listener l JOIN load_balancer b USING (workspace_id, load_balancer_id) CROSS JOIN unnest(l.domains) AS d (domain)
   WHERE l.workspace_id = of_workspace AND l.load_balancer_id = ANY (balancers)
      ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE FUNCTION "bump_changed_load_balancers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_load_balancer(c.workspace_id, array_agg(DISTINCT c.load_balancer_id)) FROM changed c GROUP BY c.workspace_id;
  -- After the revision counted up: the domains are in force from it on.
  IF TG_TABLE_NAME = 'load_balancer_listener' THEN
    PERFORM follow_load_balancer_domains(c.workspace_id, array_agg(DISTINCT c.load_balancer_id)) FROM changed c GROUP BY c.workspace_id;
  END IF;
  RETURN NULL;
END $$;

-- A certificate that an authority is asked for: of a domain of the CDN by its name, of a load balancer's domain as
-- <load balancer>/<domain>.
ALTER TABLE "acme_certificate" RENAME COLUMN "domain" TO "certificate_id";

-- The answers of a load balancer to the authority go to the edges of its site.
ALTER TABLE "edge_document"
    DROP CONSTRAINT "edge_document_kind_known",
    ADD CONSTRAINT "edge_document_kind_known"
      CHECK ("kind" IN ('load_balancer', 'balancer_challenge', 'distribution', 'purge', 'certificate', 'challenge')),
    DROP CONSTRAINT "edge_document_place",
    ADD CONSTRAINT "edge_document_place" CHECK (("kind" IN ('load_balancer', 'balancer_challenge')) = ("site_id" IS NOT NULL));
SELECT "announce_changes"('load_balancer_certificate', 'load_balancer', 'load_balancer_id', '{check_at,check_waited,check_attempts}');
