import { addressesWhere, recordOf, rowAtHand, rowsWhere } from "../site/index.ts";
import { addressesOf, namedAt, sourceOf } from "./address-sets.ts";
import { groupsFor } from "./firewall-members.ts";

/** An address that an operator isolates is not wanted. */
const publicAddressOf = (condition: string) => `
         (SELECT jsonb_build_object('address', host(a.address), 'reverseDns', r.reverse_dns)
            FROM reserved_ip r JOIN public_address a ON a.public_ip_id = r.public_ip_id
           WHERE a.isolated_at IS NULL AND ${condition})`;

/** SQL: a condition of `firewall_group x`: it is one of these groups, or one that their rules name. */
const neededGroups = (workspace: string, groups: string) => `x.workspace_id = ${workspace} AND x.firewall_group_id IN (
  SELECT unnest(ARRAY[o.firewall_group_id, r.remote_group_id]) FROM (${groups}) o
    LEFT JOIN firewall_rule r ON r.workspace_id = ${workspace} AND r.firewall_group_id = o.firewall_group_id)`;

const OF_SUBNET = "x.workspace_id = n.workspace_id AND x.subnet_id = n.subnet_id";
const GROUPS_OF_SUBNET = `SELECT fs.firewall_group_id FROM firewall_group_subnet fs
                           WHERE fs.workspace_id = n.workspace_id AND fs.subnet_id = n.subnet_id`;
const SUBNET_RECORD = recordOf({
  subnet: rowAtHand("subnet", "n"),
  vpc: rowsWhere("vpc", "x.workspace_id = n.workspace_id AND x.vpc_id = n.vpc_id"),
  firewall_group: rowsWhere("firewall_group", neededGroups("n.workspace_id", GROUPS_OF_SUBNET)),
  firewall_rule: rowsWhere(
    "firewall_rule",
    `x.workspace_id = n.workspace_id AND x.firewall_group_id IN (${GROUPS_OF_SUBNET})`,
  ),
  firewall_group_subnet: rowsWhere("firewall_group_subnet", OF_SUBNET),
});

const ofVm = (row: string) => `${row}.workspace_id = v.workspace_id AND ${row}.vm_id = v.vm_id`;
const OWN_GROUPS = `SELECT l.firewall_group_id FROM firewall_group_vm l WHERE ${ofVm("l")}`;
const VM_RECORD = recordOf({
  vpc_node: rowsWhere("vpc_node", ofVm("x")),
  ...addressesWhere((row) => `${row}.workspace_id = v.workspace_id AND ${row}.attached_vm_id = v.vm_id`),
  firewall_group: rowsWhere("firewall_group", neededGroups("v.workspace_id", OWN_GROUPS)),
  firewall_rule: rowsWhere(
    "firewall_rule",
    `x.workspace_id = v.workspace_id AND x.firewall_group_id IN (${OWN_GROUPS})`,
  ),
  firewall_group_vm: rowsWhere("firewall_group_vm", ofVm("x")),
});

const OF_GATEWAY = "x.workspace_id = g.workspace_id AND x.nat_gateway_id = g.nat_gateway_id";
const NAT_GATEWAY_RECORD = recordOf({
  nat_gateway: rowAtHand("nat_gateway", "g"),
  nat_gateway_subnet: rowsWhere("nat_gateway_subnet", OF_GATEWAY),
  port_forward: rowsWhere("port_forward", OF_GATEWAY),
  vpc: rowsWhere("vpc", "x.workspace_id = g.workspace_id AND x.vpc_id = g.vpc_id"),
  ...addressesWhere(
    (row) => `${row}.workspace_id = g.workspace_id AND ${row}.attached_nat_gateway_id = g.nat_gateway_id`,
  ),
});

/** The VPCs that a subnet's VPC is peered with. */
const PEERS = `coalesce((
         SELECT jsonb_agg(jsonb_build_object('vpcId', p.peer_vpc_id, 'cidr', o.cidr,
                                             'ipv6Cidr', o.ipv6_cidr::text) ORDER BY p.peer_vpc_id)
           FROM vpc_peering p JOIN vpc o ON o.vpc_id = p.peer_vpc_id
          WHERE p.workspace_id = n.workspace_id AND p.vpc_id = n.vpc_id AND p.status = 'active'), '[]')`;

/**
 * SQL: the name, the provider and the whole wanted network of the subnet of the `network_state` row `s`, in the shape
 * of the network port. No row for another type of resource, or for one that was deleted.
 */
export const wantedSubnet = `
  SELECT n.name, site.provider,
         jsonb_build_object('vpcId', n.vpc_id, 'cidr', n.cidr, 'gateway', host(n.gateway), 'ipv6Cidr',
                            n.ipv6_cidr::text, 'dns', n.dns, 'peers', ${PEERS}, 'record', ${SUBNET_RECORD}) AS wanted
    FROM subnet n JOIN site USING (site_id)
   WHERE s.resource_type = 'subnet' AND n.workspace_id = s.workspace_id AND n.subnet_id = s.resource_id`;

/** SQL: the rules of all groups of a VM, and of those of its subnets. */
const RULES = `(${groupsFor("v.workspace_id", "v.vm_id")}) l
             JOIN firewall_rule r ON r.workspace_id = v.workspace_id AND r.firewall_group_id = l.firewall_group_id`;

/**
 * The same for a VM. Its rules are null when it has no group, since every group has at least the system rule. Its sets
 * are those that the rules name.
 */
export const wantedVm = `
  SELECT v.name, site.provider, jsonb_build_object(
         'nics', coalesce((
           SELECT jsonb_agg(jsonb_build_object('subnetId', n.subnet_id, 'address', host(n.private_ip), 'ipv6Address',
                                               host(n.ipv6_address), 'prefixLength', masklen(n.subnet_cidr),
                            'gateway', host(n.gateway), 'natGatewayId', n.nat_gateway_id) ORDER BY n.allocation_id)
             FROM vpc_node n WHERE n.workspace_id = v.workspace_id AND n.vm_id = v.vm_id), '[]'),
         'publicAddress', ${publicAddressOf("r.workspace_id = v.workspace_id AND r.attached_vm_id = v.vm_id")},
         'rules', (
           SELECT jsonb_agg(to_jsonb(r) ORDER BY r.rule_id) FROM ${RULES}),
         'sets', coalesce((
           SELECT jsonb_agg(jsonb_build_object('source', e.source, 'revision', coalesce(w.revision, 0), 'addresses',
                                               to_jsonb(${addressesOf("v.workspace_id", "e.source", "v.site_id")}))
                            ORDER BY e.source)
             FROM (SELECT DISTINCT ${sourceOf("r")} AS source FROM ${RULES} WHERE r.enabled) e
             LEFT JOIN network_state w ON w.workspace_id = v.workspace_id AND w.resource_type = 'address_set'
                                      AND w.resource_id = v.site_id || '/' || e.source
            WHERE e.source IS NOT NULL), '[]'),
         'record', ${VM_RECORD}) AS wanted
    FROM vm v JOIN site USING (site_id)
   WHERE s.resource_type = 'vm' AND v.workspace_id = s.workspace_id AND v.vm_id = s.resource_id
     AND (v.status <> 'deleted' OR v.restorable_until IS NOT NULL)`;

/** The same for an address set. No row for one that no rule at its site names. */
export const wantedSet = `
  SELECT n.source AS name, site.provider, jsonb_build_object('source', n.source, 'site_id', s.site_id, 'addresses',
         to_jsonb(${addressesOf("s.workspace_id", "n.source", "s.site_id")})) AS wanted
    FROM (SELECT substr(s.resource_id, length(s.site_id) + 2) AS source) n JOIN site ON site.site_id = s.site_id
   WHERE s.resource_type = 'address_set' AND EXISTS (${namedAt("s.workspace_id", "n.source", "s.site_id")})`;

/** The same for a NAT gateway. */
export const wantedNatGateway = `
  SELECT g.name, site.provider, jsonb_build_object(
         'subnetIds', coalesce((
           SELECT jsonb_agg(n.subnet_id ORDER BY n.subnet_id) FROM nat_gateway_subnet n
            WHERE n.workspace_id = g.workspace_id AND n.nat_gateway_id = g.nat_gateway_id), '[]'),
         'publicAddress',
         ${publicAddressOf("r.workspace_id = g.workspace_id AND r.attached_nat_gateway_id = g.nat_gateway_id")},
         'forwards', coalesce((
           SELECT jsonb_agg(jsonb_build_object('protocol', f.protocol, 'publicPort', f.public_port, 'address',
                                               host(n.private_ip), 'privatePort', f.private_port)
                            ORDER BY f.port_forward_id)
             FROM port_forward f JOIN vpc_node n USING (workspace_id, vpc_id, allocation_id)
            WHERE f.workspace_id = g.workspace_id AND f.nat_gateway_id = g.nat_gateway_id), '[]'),
         'record', ${NAT_GATEWAY_RECORD}) AS wanted
    FROM nat_gateway g JOIN site USING (site_id)
   WHERE s.resource_type = 'nat_gateway' AND g.workspace_id = s.workspace_id AND g.nat_gateway_id = s.resource_id`;
