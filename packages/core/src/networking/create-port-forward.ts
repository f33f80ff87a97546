import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { portForwarded } from "./constraint-errors.ts";
import { NatGatewayRepository } from "./nat-gateway-repository.ts";
import { PortForwardRepository, toPortForward } from "./port-forward-repository.ts";

/**
 * design: Port forwarding. The VM is held, so that it does not leave meanwhile; of requests that come together for one
 * port the database refuses all but one.
 */
export const createPortForward: Handler<"portForward.create"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, vm_id, ...request },
) => {
  const vm = await new VmAddresses(sql, workspace.id).lock(vm_id);
  if (!(await new NatGatewayRepository(sql, workspace.id, vpc_id).exists(nat_gateway_id)))
    throw notFound("NAT gateway");
  if (vm === undefined) throw notFound("VM");
  requireAttachable(vm);
  const forwards = new PortForwardRepository(sql, workspace.id, vpc_id, nat_gateway_id);
  const allocationId = await forwards.nodeBehind(vm_id);
  if (allocationId === undefined) {
    throw conflict(
      "vm_not_behind_gateway",
      "The VM is in no subnet that the NAT gateway serves; attach it to one first.",
      [vmBlocker(vm)],
    );
  }
  const { protocol, public_port: publicPort, private_port: privatePort, description = null } = request;
  const blockers = await forwards.ofPort(protocol, publicPort);
  if (blockers.length > 0) throw portForwarded(blockers);
  const row = await forwards.get(
    await forwards.insert({ allocationId, protocol, publicPort, privatePort, description }),
  );
  if (row === undefined) throw new Error("the database made no port forward");
  return toPortForward(row);
};
