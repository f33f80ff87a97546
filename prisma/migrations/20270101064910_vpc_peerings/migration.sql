-- VPC peerings (docs/adr/0198). Each side of a peering is a row of its workspace, which names the other side.
CREATE TABLE "vpc_peering" (
  "workspace_id"   bigint NOT NULL,
  "vpc_peering_id" text NOT NULL,
  "vpc_id"         text NOT NULL,
  "site_id"        text NOT NULL,
  -- The VPC's network.
  "cidr"           inet NOT NULL,
  "name"           text NOT NULL,
  "side"           text NOT NULL,
  "status"         text NOT NULL,
  -- As it was named: whoever asks does not learn whether there is such a VPC.
  "peer_vpc_id"    text NOT NULL,
  -- Null for whoever asks, until the other side has accepted.
  "peer_cidr"      inet,
  "other_side_id"  text NOT NULL,
  "created_at"     timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at"     timestamptz(3) NOT NULL DEFAULT now(),

  CONSTRAINT "vpc_peering_pkey" PRIMARY KEY ("vpc_peering_id"),
  CONSTRAINT "vpc_peering_vpc_fkey" FOREIGN KEY ("workspace_id", "vpc_id", "site_id", "cidr")
    REFERENCES "vpc" ("workspace_id", "vpc_id", "site_id", "cidr") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "vpc_peering_side_known" CHECK ("side" IN ('requester', 'accepter')),
  CONSTRAINT "vpc_peering_status_known" CHECK ("status" IN ('pending', 'active', 'rejected', 'ended')),
  CONSTRAINT "vpc_peering_two_vpcs" CHECK ("peer_vpc_id" <> "vpc_id"),
  -- Addresses lead to one network only: the VPC's own, or that of one peer.
  CONSTRAINT "vpc_peering_own_overlap" CHECK ("status" <> 'active' OR ("peer_cidr" IS NOT NULL AND NOT "peer_cidr" && "cidr")),
  CONSTRAINT "vpc_peering_no_overlap" EXCLUDE USING gist ("workspace_id" WITH =, "vpc_id" WITH =, "peer_cidr" inet_ops WITH &&)
    WHERE ("status" = 'active')
);
CREATE INDEX "vpc_peering_workspace_idx" ON "vpc_peering" ("workspace_id", "vpc_peering_id");
CREATE INDEX "vpc_peering_vpc_idx" ON "vpc_peering" ("workspace_id", "vpc_id", "vpc_peering_id");
CREATE INDEX "vpc_peering_peer_idx" ON "vpc_peering" ("workspace_id", "peer_vpc_id");
CREATE UNIQUE INDEX "vpc_peering_unique" ON "vpc_peering" ("workspace_id", "vpc_id", "peer_vpc_id") WHERE "status" IN ('pending', 'active');

SELECT "guard_workspace_rows"('vpc_peering');
GRANT SELECT, INSERT, UPDATE, DELETE ON "vpc_peering" TO "fulmar_workspace";
SELECT "announce_changes"('vpc_peering', 'vpc_peering', 'vpc_peering_id');

-- Peerings have no price, so their number has a limit. Those of one VPC wait for each other.
CREATE FUNCTION "limit_vpc_peerings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1718580198, hashtext(NEW.vpc_id));
  IF (SELECT count(*) FROM vpc_peering WHERE workspace_id = NEW.workspace_id AND vpc_id = NEW.vpc_id AND side = 'requester') >= 50 THEN
    RAISE EXCEPTION 'a VPC asks for at most 50 peerings: constraint "vpc_peering_limit"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'vpc_peering_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "vpc_peering_limited" BEFORE INSERT ON "vpc_peering" FOR EACH ROW
  WHEN (NEW."side" = 'requester') EXECUTE FUNCTION "limit_vpc_peerings"();

-- The other side's row, as the owner: a workspace sees none of another. A VPC of another site is not asked, and nor is
-- one that has many requests already, or one of this peer. Whoever asks sees the same in each case.
CREATE FUNCTION "ask_vpc_peer"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO vpc_peering (workspace_id, vpc_peering_id, vpc_id, site_id, cidr, name, side, status, peer_vpc_id, peer_cidr, other_side_id)
  SELECT v.workspace_id, NEW.other_side_id, v.vpc_id, v.site_id, v.cidr, NEW.name, 'accepter', 'pending', NEW.vpc_id, NEW.cidr,
         NEW.vpc_peering_id
    FROM vpc v
   WHERE v.vpc_id = NEW.peer_vpc_id AND v.site_id = NEW.site_id
     AND (SELECT count(*) FROM vpc_peering p
           WHERE p.workspace_id = v.workspace_id AND p.vpc_id = v.vpc_id AND p.side = 'accepter' AND p.status = 'pending') < 50
     FOR KEY SHARE OF v
      ON CONFLICT ("workspace_id", "vpc_id", "peer_vpc_id") WHERE "status" IN ('pending', 'active') DO NOTHING;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "ask_vpc_peer"() FROM PUBLIC;
CREATE TRIGGER "vpc_peering_asked" AFTER INSERT ON "vpc_peering" FOR EACH ROW
  WHEN (NEW."side" = 'requester') EXECUTE FUNCTION "ask_vpc_peer"();

CREATE FUNCTION "accept_vpc_peer"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE vpc_peering SET status = 'active', peer_cidr = NEW.cidr, updated_at = now()
   WHERE vpc_peering_id = NEW.other_side_id AND status = 'pending';
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "accept_vpc_peer"() FROM PUBLIC;
CREATE TRIGGER "vpc_peering_accepted" AFTER UPDATE OF "status" ON "vpc_peering" FOR EACH ROW
  WHEN (NEW."side" = 'accepter' AND OLD."status" = 'pending' AND NEW."status" = 'active') EXECUTE FUNCTION "accept_vpc_peer"();

-- A request that is taken back is gone, one that is refused is rejected, and an active peering has ended for both sides.
-- Who deletes a VPC has decided nothing: its requests go on waiting, as those that nobody got.
CREATE FUNCTION "leave_vpc_peer"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.status = 'active' THEN
    UPDATE vpc_peering SET status = 'ended', updated_at = now()
     WHERE vpc_peering_id = OLD.other_side_id AND status = 'active' AND workspace_id <> OLD.workspace_id;
    DELETE FROM vpc_peering WHERE vpc_peering_id = OLD.other_side_id AND workspace_id = OLD.workspace_id;
  ELSIF OLD.side = 'requester' THEN
    DELETE FROM vpc_peering WHERE vpc_peering_id = OLD.other_side_id AND status = 'pending';
  ELSIF EXISTS (SELECT FROM vpc WHERE vpc_id = OLD.vpc_id) THEN
    UPDATE vpc_peering SET status = 'rejected', updated_at = now()
     WHERE vpc_peering_id = OLD.other_side_id AND status = 'pending';
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "leave_vpc_peer"() FROM PUBLIC;
CREATE TRIGGER "vpc_peering_left" AFTER DELETE ON "vpc_peering" FOR EACH ROW
  WHEN (OLD."status" IN ('pending', 'active')) EXECUTE FUNCTION "leave_vpc_peer"();

-- The network of a subnet says which peers its VPC has.
CREATE FUNCTION "want_network_of_vpc_peering"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM want_network('subnet', array_agg(n.workspace_id), array_agg(n.subnet_id))
     FROM changed c JOIN subnet n USING (workspace_id, vpc_id) WHERE c.status = 'active';
  RETURN NULL;
END $$;
CREATE TRIGGER "network_after_insert" AFTER INSERT ON "vpc_peering" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "want_network_of_vpc_peering"();
CREATE TRIGGER "network_after_delete" AFTER DELETE ON "vpc_peering" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "want_network_of_vpc_peering"();
CREATE TRIGGER "network_after_update_from" AFTER UPDATE ON "vpc_peering" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "want_network_of_vpc_peering"();
CREATE TRIGGER "network_after_update_to" AFTER UPDATE ON "vpc_peering" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "want_network_of_vpc_peering"();

-- With IPv6 of a VPC, that of its peers changes.
CREATE FUNCTION "want_network_of_vpc_peers"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM want_network('subnet', array_agg(n.workspace_id), array_agg(n.subnet_id))
     FROM vpc_peering p JOIN vpc_peering o ON o.vpc_peering_id = p.other_side_id
     JOIN subnet n ON n.workspace_id = o.workspace_id AND n.vpc_id = o.vpc_id
    WHERE p.workspace_id = NEW.workspace_id AND p.vpc_id = NEW.vpc_id AND p.status = 'active';
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "want_network_of_vpc_peers"() FROM PUBLIC;
CREATE TRIGGER "network_of_peers_after_update" AFTER UPDATE ON "vpc" FOR EACH ROW
  WHEN (NEW."ipv6_cidr" IS DISTINCT FROM OLD."ipv6_cidr") EXECUTE FUNCTION "want_network_of_vpc_peers"();

-- Sites with a server of their own say so themselves when they have it, as soon as a worker looks at them.
UPDATE "site" SET "unsupported" = "unsupported" || '{vpc_peering}'::text[]
 WHERE EXISTS (SELECT FROM "site_connection" c WHERE c."site_id" = "site"."site_id");
