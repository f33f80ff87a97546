import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { VmAddresses } from "./address-holders.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";
import { VpcNodeRepository } from "./vpc-node-repository.ts";

/** Detaches a VM from a subnet. A public address goes with the node that carried it. */
export const detachVpcNode: Handler<"vpcNode.detach"> = async ({ sql, workspace }, { vpc_id, allocation_id }) => {
  const nodes = new VpcNodeRepository(sql, workspace.id, vpc_id);
  const vms = new VmAddresses(sql, workspace.id);
  const ips = new ReservedIpRepository(sql, workspace.id);
  await ips.beginChange();
  const seen = await nodes.get(allocation_id);
  if (seen === undefined) throw notFound("VPC node");
  await vms.lock(seen.vm_id);
  // Read again: the VM may have been deleted meanwhile, and its nodes with it.
  const node = await nodes.get(allocation_id);
  if (node === undefined) throw notFound("VPC node");
  const publicIp = node.public_ip_id === null ? undefined : await ips.lock(node.public_ip_id);
  if (publicIp !== undefined) await ips.detach(publicIp);
  await nodes.delete(allocation_id);
  await vms.show(node.vm_id);
  return { status: "deleted", id: allocation_id };
};
