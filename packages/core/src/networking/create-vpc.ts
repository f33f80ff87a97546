import { requireSite } from "../catalog/index.ts";
import type { Handler } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { toVpc, VpcRepository } from "./vpc-repository.ts";

/**
 * Creates a VPC. It is available at once: its addresses are managed here, and no site keeps anything for a VPC without
 * machines.
 */
export const createVpc: Handler<"vpc.create"> = async (context, { name, site_id, cidr, description = null }) => {
  await requireSite(context, site_id);
  const vpcs = new VpcRepository(context.sql, context.workspace.id);
  const blockers = await vpcs.overlapping(site_id, cidr);
  if (blockers.length > 0)
    throw conflict(
      "cidr_overlap",
      "Another VPC of the workspace at this site uses addresses of this network; choose another cidr.",
      blockers,
    );
  const row = await vpcs.insert({ vpcId: newId("vpc"), siteId: site_id, name, description, cidr });
  return toVpc(row, context.workspace);
};
