-- Two changes that concern the same balancers hold them in one order.
CREATE OR REPLACE FUNCTION "bump_load_balancer"("of_workspace" bigint, "balancers" text[]) RETURNS void LANGUAGE sql AS $$
  WITH held AS (
    SELECT load_balancer_id FROM load_balancer WHERE workspace_id = of_workspace AND load_balancer_id = ANY (balancers)
     ORDER BY load_balancer_id FOR NO KEY UPDATE)
  UPDATE load_balancer b SET revision = b.revision + 1, updated_at = now(), apply_at = CASE WHEN b.apply_waited THEN b.apply_at ELSE now() END
    FROM held WHERE b.workspace_id = of_workspace AND b.load_balancer_id = held.load_balancer_id
$$;

-- A load balancer reaches a VM by its address in the balancer's VPC, and knows the subnet of each address. So its
-- configuration changes when a VM joins or leaves a subnet, and when a subnet comes that has a target's address.
CREATE FUNCTION "tell_load_balancers_of_node"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_load_balancer(coalesce(NEW.workspace_id, OLD.workspace_id), array_agg(DISTINCT t.load_balancer_id))
     FROM load_balancer_target t
    WHERE t.workspace_id = coalesce(NEW.workspace_id, OLD.workspace_id) AND t.vm_id = coalesce(NEW.vm_id, OLD.vm_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "vpc_node_load_balancers" AFTER INSERT OR DELETE ON "vpc_node" FOR EACH ROW EXECUTE FUNCTION "tell_load_balancers_of_node"();

CREATE FUNCTION "tell_load_balancers_of_subnet"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_load_balancer(s.workspace_id, array_agg(DISTINCT t.load_balancer_id))
     FROM (SELECT coalesce(NEW.workspace_id, OLD.workspace_id) AS workspace_id, coalesce(NEW.vpc_id, OLD.vpc_id) AS vpc_id) s
     JOIN load_balancer b ON b.workspace_id = s.workspace_id AND b.vpc_id = s.vpc_id
     JOIN load_balancer_target t ON t.workspace_id = b.workspace_id AND t.load_balancer_id = b.load_balancer_id AND t.ip IS NOT NULL
    GROUP BY s.workspace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "subnet_load_balancers" AFTER INSERT OR DELETE ON "subnet" FOR EACH ROW EXECUTE FUNCTION "tell_load_balancers_of_subnet"();

-- What edges have of balancers in VPCs is written again, with the subnets.
UPDATE "load_balancer" SET "revision" = "revision" + 1, "apply_at" = CASE WHEN "apply_waited" THEN "apply_at" ELSE now() END WHERE "vpc_id" IS NOT NULL;
