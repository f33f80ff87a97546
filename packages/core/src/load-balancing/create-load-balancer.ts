import type { CreateLoadBalancer } from "@fulmar/contract";
import { requireSite } from "../catalog/index.ts";
import { hasFreeAddress, poolExhausted } from "../networking/public-address-pool.ts";
import { requireFree } from "../networking/public-ip-guards.ts";
import { ReservedIpRepository } from "../networking/reserved-ip-repository.ts";
import { requireSameSite } from "../networking/site-guard.ts";
import { SubnetRepository } from "../networking/subnet-repository.ts";
import { VpcRepository } from "../networking/vpc-repository.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { moveSecrets } from "./certificate-references.ts";
import { loadBalancerNameTaken } from "./constraint-errors.ts";
import { LoadBalancerRepository, toLoadBalancer } from "./load-balancer-repository.ts";
import { saveConfiguration } from "./save-configuration.ts";
import { EMPTY_CONFIGURATION } from "./stored-configuration.ts";
import { checkTargets } from "./target-references.ts";
import { toStored } from "./written-configuration.ts";

const SKU = "load-balancer";

/**
 * Creates a load balancer with its configuration and with the reserved IP, else with an address that the platform
 * assigns; that one is part of the price. The reserved IP is not held while billing decides: attaching it refuses when
 * somebody was faster.
 */
export const createLoadBalancer: Handler<"loadBalancer.create"> = async (context, input) => {
  const { sql, workspace } = context;
  const balancers = new LoadBalancerRepository(sql, workspace.id);
  await checkPlace(context, input);
  const configuration = toStored(input.configuration, EMPTY_CONFIGURATION);
  await checkTargets({ sql, workspaceId: workspace.id }, input, EMPTY_CONFIGURATION, configuration);
  if (await balancers.isNameTaken(input.name)) throw loadBalancerNameTaken();
  const loadBalancerId = newId("lb");
  await moveSecrets(context, { id: loadBalancerId, name: input.name }, EMPTY_CONFIGURATION, configuration);
  await context.admit({ skuCode: SKU });

  const { name, site_id: siteId, vpc_id: vpcId, subnet_id: subnetId, tags } = input;
  await balancers.insert({ loadBalancerId, name, siteId, vpcId, subnetId, tags });
  const ips = new ReservedIpRepository(sql, workspace.id);
  if (input.reserved_ip_id !== null) await ips.attach(input.reserved_ip_id, { loadBalancerId });
  else
    await ips.insert({ siteId, label: "", reverseDns: "", type: "platform_assigned", attachment: { loadBalancerId } });
  await saveConfiguration(sql, workspace.id, loadBalancerId, configuration);
  const row = await balancers.get(loadBalancerId);
  if (row === undefined) throw new Error("the database made no load balancer");
  return toLoadBalancer(row);
};

/**
 * The site, the subnet and the address that a balancer shall have: there, together, and free. @throws DomainError 400,
 * 404, 409
 */
async function checkPlace(
  context: RequestContext,
  { site_id, vpc_id, subnet_id, reserved_ip_id }: CreateLoadBalancer,
): Promise<void> {
  const { sql, workspace } = context;
  await requireSite(context, site_id, "load_balancer");
  const vpc = vpc_id === null ? undefined : await new VpcRepository(sql, workspace.id).get(vpc_id);
  if (vpc_id !== null && vpc === undefined) throw notFound("VPC");
  if (
    vpc_id !== null &&
    subnet_id !== null &&
    !(await new SubnetRepository(sql, workspace.id, vpc_id).keep([subnet_id]))
  )
    throw notFound("subnet");
  const ip =
    reserved_ip_id === null ? undefined : await new ReservedIpRepository(sql, workspace.id).get(reserved_ip_id);
  if (reserved_ip_id !== null && ip === undefined) throw notFound("reserved IP");
  requireSameSite(site_id, [
    ...(vpc === undefined ? [] : [{ siteId: vpc.site_id, blocker: { type: "vpc", id: vpc.vpc_id, name: vpc.name } }]),
    ...(ip === undefined
      ? []
      : [{ siteId: ip.site_id, blocker: { type: "reserved_ip", id: ip.public_ip_id, name: ip.address } }]),
  ]);
  if (ip !== undefined) requireFree(ip);
  else if (!(await hasFreeAddress(sql, site_id))) throw poolExhausted();
}
