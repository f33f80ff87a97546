-- A VPC may have IPv6 (docs/adr/0192): a network of 2^80 addresses of its own, of which each subnet has a /64 and each node an address.
ALTER TABLE "vpc"
  ADD COLUMN "ipv6_cidr" inet,
  ADD CONSTRAINT "vpc_ipv6_cidr_check" CHECK (
    "ipv6_cidr" = network("ipv6_cidr")::inet AND family("ipv6_cidr") = 6 AND masklen("ipv6_cidr") = 48
  ),
  ADD CONSTRAINT "vpc_ipv6_cidr_no_overlap" EXCLUDE USING gist ("ipv6_cidr" inet_ops WITH &&);
ALTER TABLE "subnet"
  ADD COLUMN "ipv6_cidr" inet,
  ADD CONSTRAINT "subnet_ipv6_cidr_check" CHECK (
    "ipv6_cidr" = network("ipv6_cidr")::inet AND family("ipv6_cidr") = 6 AND masklen("ipv6_cidr") = 64
  ),
  ADD CONSTRAINT "subnet_ipv6_cidr_no_overlap" EXCLUDE USING gist ("vpc_id" WITH =, "ipv6_cidr" inet_ops WITH &&);
ALTER TABLE "vpc_node"
  ADD COLUMN "ipv6_address" inet,
  ADD CONSTRAINT "vpc_node_ipv6_address_check" CHECK (family("ipv6_address") = 6 AND masklen("ipv6_address") = 128),
  ADD CONSTRAINT "vpc_node_ipv6_address_unique" UNIQUE ("subnet_id", "ipv6_address");

DROP TRIGGER "network_after_update" ON "subnet";
CREATE TRIGGER "network_after_update" AFTER UPDATE ON "subnet" FOR EACH ROW
  WHEN (NEW."dns" IS DISTINCT FROM OLD."dns" OR NEW."ipv6_cidr" IS DISTINCT FROM OLD."ipv6_cidr")
  EXECUTE FUNCTION "want_network_of_subnet"();
-- The sets that name a VM have both of its addresses.
CREATE TRIGGER "address_sets_after_update" AFTER UPDATE ON "vpc_node" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_address_sets_of_vpc_node"();

-- Sites with a server of their own say so themselves when they have it, as soon as a worker looks at them.
UPDATE "site" SET "unsupported" = "unsupported" || '{ipv6}'::text[]
 WHERE EXISTS (SELECT FROM "site_connection" c WHERE c."site_id" = "site"."site_id");
