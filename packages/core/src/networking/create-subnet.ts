import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { gatewayOf } from "./subnet-plan.ts";
import { SubnetRepository, toSubnet } from "./subnet-repository.ts";
import { VpcRepository } from "./vpc-repository.ts";

/**
 * Creates a subnet. It is `provisioning` until its provider has it (docs/adr/0017), and can be used at once: its
 * addresses are ours to give.
 */
export const createSubnet: Handler<"subnet.create"> = async (
  { sql, workspace },
  { vpc_id, name, cidr, gateway, dns },
) => {
  const vpc = await new VpcRepository(sql, workspace.id).lock(vpc_id, "change");
  if (vpc === undefined) throw notFound("VPC");
  const subnets = new SubnetRepository(sql, workspace.id, vpc_id);
  const subnetGateway = gatewayOf(vpc.cidr, cidr, gateway);
  const blockers = await subnets.overlapping(cidr);
  if (blockers.length > 0)
    throw conflict(
      "cidr_overlap",
      "Another subnet of the VPC uses addresses of this network; choose another cidr.",
      blockers,
    );
  const row = await subnets.insert({ subnetId: newId("sub"), name, cidr, gateway: subnetGateway, dns });
  return toSubnet(row, workspace);
};
