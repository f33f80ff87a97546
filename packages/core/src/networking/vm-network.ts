import { type RowOf, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/wire-form.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { groupsOfVm, toFirewallGroup } from "./firewall-groups.ts";
import { forwardsToVm, toPortForward } from "./port-forwards.ts";
import { reservedIpOfVm, toReservedIp } from "./reserved-ips.ts";
import { nodesOfVm, toVpcNode } from "./vpc-nodes.ts";

const all = (records: string) => `(SELECT coalesce(jsonb_agg(to_jsonb(record)), '[]') FROM (${records}) record)`;

const get = statement(
  "vm_network_get",
  `SELECT v.type::text AS vm_type, s.applied_revision IS DISTINCT FROM s.revision AS pending_changes, s.applied_at,
          s.error_code, s.error_message,
          ${all(nodesOfVm)} AS nodes, ${all(reservedIpOfVm)} AS reserved_ips, ${all(groupsOfVm)} AS firewall_groups,
          ${all(forwardsToVm)} AS port_forwards
     FROM vm v
     LEFT JOIN network_state s ON s.workspace_id = v.workspace_id AND s.resource_type = 'vm' AND s.resource_id = v.vm_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id`,
);

/**
 * The state of a VM's network and its attachments. A VM that never had a network has no state, because there is nothing
 * to apply.
 */
export const getVmNetwork: Handler<"vmNetwork.get"> = async ({ sql, workspace }, { vm_id }) => {
  const row = found(await sql.maybe(get, { workspace_id: workspace.id, vm_id }), "VM");
  const { nodes, reserved_ips, firewall_groups, port_forwards, applied_at, ...state } = row;
  return {
    vm_id,
    ...state,
    nodes: nodes.map(toVpcNode),
    reserved_ip: reservedIpIn(reserved_ips, workspace),
    firewall_groups: firewall_groups.map((group) => toFirewallGroup(withMoments(group), workspace)),
    port_forwards: port_forwards.map((forward) =>
      toPortForward({ ...forward, created_at: new Date(forward.created_at) }),
    ),
    applied_at: toTimestamp(applied_at),
  };
};

/** A VM has at most one reserved IP. */
function reservedIpIn([row]: RowOf<typeof get>["reserved_ips"], workspace: Workspace) {
  if (row === undefined) return null;
  const isolated_at = row.isolated_at === null ? null : new Date(row.isolated_at);
  return toReservedIp({ ...withMoments(row), isolated_at }, workspace);
}

/** A record from JSON, where timestamps are text. */
function withMoments<Row extends { created_at: string; updated_at: string }>({ created_at, updated_at, ...row }: Row) {
  return { ...row, created_at: new Date(created_at), updated_at: new Date(updated_at) };
}
