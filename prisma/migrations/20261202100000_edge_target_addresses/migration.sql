-- Addresses outside VPCs that edges send to, or may still send to (docs/adr/0056). No other VM gets them.
CREATE TABLE "edge_target_address" (
    "load_balancer_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    -- The sequence of the document that does not have the address any more. NULL: the newest one has it.
    "ended_sequence" BIGINT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "edge_target_address_pkey" PRIMARY KEY ("load_balancer_id", "address"),
    CONSTRAINT "edge_target_address_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id")
);
CREATE INDEX "edge_target_address_site" ON "edge_target_address" ("site_id");

-- Documents are sealed, so their addresses are noted when they are written again.
UPDATE "load_balancer" SET "revision" = "revision" + 1, "apply_at" = CASE WHEN "apply_waited" THEN "apply_at" ELSE now() END
 WHERE EXISTS (SELECT FROM "edge_document" d WHERE d."kind" = 'load_balancer' AND d."id" = "load_balancer_id");
