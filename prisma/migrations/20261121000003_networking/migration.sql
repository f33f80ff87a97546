-- Lets one exclusion constraint compare a name for equality and a network for overlap. It is one of PostgreSQL's own
-- (contrib), in the embedded server too, and trusted: it takes CREATE on the database, not a superuser.
CREATE EXTENSION IF NOT EXISTS "btree_gist";

ALTER TABLE "vpc"
  ADD CONSTRAINT "vpc_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id"),
  ADD CONSTRAINT "vpc_cidr_check" CHECK ("cidr" = network("cidr")::inet AND family("cidr") = 4 AND masklen("cidr") BETWEEN 16 AND 28),
  ADD CONSTRAINT "vpc_cidr_no_overlap" EXCLUDE USING gist ("workspace_id" WITH =, "site_id" WITH =, "cidr" inet_ops WITH &&);

ALTER TABLE "subnet"
  ADD CONSTRAINT "subnet_cidr_check" CHECK ("cidr" = network("cidr")::inet AND "cidr" <<= "vpc_cidr" AND masklen("cidr") <= 29),
  ADD CONSTRAINT "subnet_gateway_check" CHECK (
    masklen("gateway") = 32 AND "gateway" << "cidr" AND host("gateway") NOT IN (host("cidr"), host(broadcast("cidr")))
  ),
  ADD CONSTRAINT "subnet_cidr_no_overlap" EXCLUDE USING gist ("vpc_id" WITH =, "cidr" inet_ops WITH &&);

-- The network's own address, its gateway and its broadcast address are never handed out.
ALTER TABLE "vpc_node"
  ADD CONSTRAINT "vpc_node_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm" ("workspace_id", "vm_id"),
  ADD CONSTRAINT "vpc_node_address_check" CHECK (
    masklen("private_ip") = 32 AND "private_ip" << "subnet_cidr"
      AND host("private_ip") NOT IN (host("subnet_cidr"), host("gateway"), host(broadcast("subnet_cidr")))
  );

ALTER TABLE "nat_gateway" ADD CONSTRAINT "nat_gateway_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id");

-- A reserved IP is attached to one thing at most; an allocation only says through which of the VM's nodes.
ALTER TABLE "reserved_ip"
  ADD CONSTRAINT "reserved_ip_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id"),
  ADD CONSTRAINT "reserved_ip_vm_fkey" FOREIGN KEY ("workspace_id", "attached_vm_id") REFERENCES "vm" ("workspace_id", "vm_id"),
  ADD CONSTRAINT "reserved_ip_attachment_check" CHECK (
    num_nonnulls("attached_vm_id", "attached_nat_gateway_id") <= 1 AND ("attached_allocation_id" IS NULL OR "attached_vm_id" IS NOT NULL)
  );
CREATE INDEX "reserved_ip_allocation_idx" ON "reserved_ip" ("workspace_id", "attached_vm_id", "attached_allocation_id") WHERE "attached_allocation_id" IS NOT NULL;

-- Free addresses in the order in which they are handed out: one that was just given back comes last.
ALTER TABLE "public_address"
  ADD CONSTRAINT "public_address_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id"),
  ADD CONSTRAINT "public_address_check" CHECK (masklen("address") = 32 AND family("address") = 4);
CREATE INDEX "public_address_free_idx" ON "public_address" ("site_id", "last_assigned_at" NULLS FIRST, "address") WHERE "public_ip_id" IS NULL;

CREATE UNIQUE INDEX "firewall_group_default_unique" ON "firewall_group" ("workspace_id") WHERE "is_default";
ALTER TABLE "firewall_rule" ADD CONSTRAINT "firewall_rule_ports_check" CHECK (
  ("port_start" IS NULL) = ("port_end" IS NULL) AND "port_start" BETWEEN 1 AND 65535 AND "port_end" BETWEEN "port_start" AND 65535
);

-- A deleted VM holds no address: whoever moves it to `deleted`, its nodes end, platform-assigned addresses go back to the pool
-- and reserved ones stay with the workspace, in that same commit.
CREATE FUNCTION "release_vm_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reserved_ip WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id AND reservation_type = 'platform_assigned';
  UPDATE reserved_ip SET attached_vm_id = NULL, attached_allocation_id = NULL, updated_at = now()
   WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id;
  DELETE FROM vpc_node WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  NEW.private_ip := NULL;
  NEW.public_ip := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "vm_release_addresses" BEFORE UPDATE OF "status" ON "vm"
  FOR EACH ROW WHEN (NEW."status" = 'deleted' AND OLD."status" <> 'deleted') EXECUTE FUNCTION "release_vm_addresses"();
