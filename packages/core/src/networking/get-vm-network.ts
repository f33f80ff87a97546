import type { VmNetwork, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import { FirewallGroupRepository, toFirewallGroup } from "./firewall-group-repository.ts";
import { forwardsToVm } from "./port-forward-repository.ts";
import { ReservedIpRepository, toReservedIp } from "./reserved-ip-repository.ts";
import { nodesOfVm } from "./vpc-node-repository.ts";

/** How far a VM's network has come. A VM that never had anything of a network has no state: there is nothing to apply. */
type StateRow = Pick<VmNetwork, "pending_changes" | "error_code" | "error_message"> & { vm_type: VmType; applied_at: Date | null };

const state = statement(
  "vm_network_state",
  `SELECT v.type::text AS vm_type, s.resource_id IS NOT NULL AND s.applied_revision <> s.revision AS pending_changes, s.applied_at, s.error_code, s.error_message
     FROM vm v LEFT JOIN network_state s ON s.workspace_id = v.workspace_id AND s.resource_type = 'vm' AND s.resource_id = v.vm_id
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2`,
);

/** What is attached is independent of each other, so it is asked for together. */
export const getVmNetwork: Handler<"vmNetwork.get"> = async ({ sql, workspace }, { vm_id }) => {
  const [states, nodes, reservedIp, groups, portForwards] = await Promise.all([
    sql.query<StateRow>(state, [workspace.id, vm_id]),
    nodesOfVm(sql, workspace.id, vm_id),
    new ReservedIpRepository(sql, workspace.id).findOfVm(vm_id),
    new FirewallGroupRepository(sql, workspace.id).ofVm(vm_id),
    forwardsToVm(sql, workspace.id, vm_id),
  ]);
  const [known] = states;
  if (known === undefined) throw notFound("VM");
  return {
    vm_id,
    ...known,
    nodes,
    reserved_ip: reservedIp === undefined ? null : toReservedIp(reservedIp, workspace),
    firewall_groups: groups.map((group) => toFirewallGroup(group, workspace)),
    port_forwards: portForwards,
    applied_at: known.applied_at === null ? null : toTimestamp(known.applied_at),
  };
};
