import type { CheckReachability } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import type { InWorkspace } from "../../request/context.ts";
import { notFound } from "../../request/domain-error.ts";
import { addressesOf, sourceOf } from "../address-sets.ts";
import { groupsFor } from "../firewall-members.ts";
import type { GroupRule, Holder, Machine, PublicAddress, Traffic } from "./world.ts";

/** SQL: a public address from the rows `r` of reserved_ip and `a` of public_address. */
const PUBLIC_ADDRESS = `jsonb_build_object('public_ip_id', r.public_ip_id, 'address', host(a.address),
                                           'isolated', a.isolated_at IS NOT NULL)`;
const publicAddressOf = (condition: string) => `
  (SELECT ${PUBLIC_ADDRESS} FROM reserved_ip r JOIN public_address a USING (public_ip_id) WHERE ${condition})`;
const ofGateway = publicAddressOf("r.workspace_id = g.workspace_id AND r.attached_nat_gateway_id = g.nat_gateway_id");
/** SQL: the active peerings of the VPC of the row `n`. */
const PEERS = `(SELECT coalesce(jsonb_agg(jsonb_build_object(
  'vpc_peering_id', q.vpc_peering_id, 'name', q.name, 'vpc_id', q.peer_vpc_id, 'cidr', q.peer_cidr::text,
  'ipv6_cidr', o.ipv6_cidr::text, 'vpc_name', o.name) ORDER BY q.vpc_peering_id), '[]')
   FROM vpc_peering q LEFT JOIN vpc o ON o.workspace_id = q.workspace_id AND o.vpc_id = q.peer_vpc_id
  WHERE q.workspace_id = n.workspace_id AND q.vpc_id = n.vpc_id AND q.status = 'active')`;
const ownRules = `SELECT r.*, f.name AS group_name FROM (${groupsFor("v.workspace_id", "v.vm_id")}) l
  JOIN firewall_group f ON f.workspace_id = v.workspace_id AND f.firewall_group_id = l.firewall_group_id
  JOIN firewall_rule r ON r.workspace_id = v.workspace_id AND r.firewall_group_id = l.firewall_group_id`;

const machines = statement(
  "reachability_machines",
  `SELECT v.vm_id, v.type::text, v.name,
          coalesce(s.applied_revision <> s.revision, false) AS pending_changes,
          ${publicAddressOf("r.workspace_id = v.workspace_id AND r.attached_vm_id = v.vm_id")} AS public_address,
          (SELECT coalesce(jsonb_agg(jsonb_build_object(
                    'vpc_id', n.vpc_id, 'vpc_name', c.name, 'vpc_cidr', c.cidr::text, 'subnet_id', n.subnet_id,
                    'subnet_name', u.name, 'cidr', n.subnet_cidr::text, 'address', host(n.private_ip),
                    'vpc_ipv6_cidr', c.ipv6_cidr::text, 'ipv6_cidr', u.ipv6_cidr::text,
                    'ipv6_address', host(n.ipv6_address),
                    'gateway', CASE WHEN g.nat_gateway_id IS NOT NULL THEN
                      jsonb_build_object('nat_gateway_id', g.nat_gateway_id, 'name', g.name) END,
                    'gateway_address', ${ofGateway}, 'peers', ${PEERS}) ORDER BY n.allocation_id), '[]')
             FROM vpc_node n JOIN vpc c USING (workspace_id, vpc_id) JOIN subnet u USING (workspace_id, vpc_id, subnet_id)
             LEFT JOIN nat_gateway_subnet e USING (workspace_id, vpc_id, subnet_id)
             LEFT JOIN nat_gateway g ON g.workspace_id = n.workspace_id AND g.nat_gateway_id = e.nat_gateway_id
            WHERE n.workspace_id = v.workspace_id AND n.vm_id = v.vm_id) AS nics,
          (SELECT coalesce(jsonb_agg(jsonb_build_object(
                    'port_forward_id', p.port_forward_id, 'nat_gateway_id', p.nat_gateway_id, 'gateway_name', g.name,
                    'gateway_address', ${ofGateway}, 'public_port', p.public_port, 'private_port', p.private_port,
                    'vpc_id', n.vpc_id, 'address', host(n.private_ip)) ORDER BY p.port_forward_id), '[]')
             FROM vpc_node n JOIN port_forward p USING (workspace_id, vpc_id, allocation_id)
             JOIN nat_gateway g ON g.workspace_id = p.workspace_id AND g.nat_gateway_id = p.nat_gateway_id
            WHERE n.workspace_id = v.workspace_id AND n.vm_id = v.vm_id AND p.protocol::text = $protocol
              AND (p.private_port = $port OR p.public_port = $port)) AS forwards,
          (SELECT jsonb_agg(to_jsonb(o)) FROM (${ownRules}) o) AS rules,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('source', e.source, 'addresses',
                    to_jsonb(${addressesOf("v.workspace_id", "e.source", "v.site_id")}))), '[]')
             FROM (SELECT DISTINCT ${sourceOf("o")} AS source FROM (${ownRules}) o WHERE o.enabled
                    UNION SELECT unnest($planned_sources::text[])) e
            WHERE e.source IS NOT NULL) AS sets
     FROM vm v
     LEFT JOIN network_state s ON s.workspace_id = v.workspace_id AND s.resource_type = 'vm' AND s.resource_id = v.vm_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = ANY ($vm_ids::text[]) AND v.status <> 'deleted'`,
);

/** SQL: what has these public addresses of the workspace, with the port forward or listener for the port. */
const holders = statement(
  "reachability_holders",
  `SELECT host(a.address) AS address, ${PUBLIC_ADDRESS} AS public_address, r.attached_vm_id,
          g.nat_gateway_id, g.name AS gateway_name, g.vpc_id, p.port_forward_id, n.vm_id AS forward_vm_id,
          b.load_balancer_id, b.name AS load_balancer_name,
          EXISTS (SELECT FROM load_balancer_listener t
                   WHERE t.workspace_id = b.workspace_id AND t.load_balancer_id = b.load_balancer_id AND t.port = $port
                     AND $protocol = CASE WHEN t.protocol = 'udp' THEN 'udp' ELSE 'tcp' END) AS listens
     FROM reserved_ip r JOIN public_address a USING (public_ip_id)
     LEFT JOIN nat_gateway g ON g.workspace_id = r.workspace_id AND g.nat_gateway_id = r.attached_nat_gateway_id
     LEFT JOIN port_forward p ON p.workspace_id = g.workspace_id AND p.nat_gateway_id = g.nat_gateway_id
      AND p.protocol::text = $protocol AND p.public_port = $port
     LEFT JOIN vpc_node n ON n.workspace_id = p.workspace_id AND n.vpc_id = p.vpc_id
      AND n.allocation_id = p.allocation_id
     LEFT JOIN load_balancer b ON b.workspace_id = r.workspace_id
      AND b.load_balancer_id = r.attached_load_balancer_id
    WHERE r.workspace_id = $workspace_id::bigint AND a.address = ANY ($addresses::inet[])`,
);

/** SQL: the VMs that have these private addresses, in the VPCs of the sending VM and their peers if one is given. */
const privately = statement(
  "reachability_private_addresses",
  `SELECT host(a.address) AS address, n.vpc_id, n.vm_id FROM vpc_node n
    CROSS JOIN unnest(ARRAY[n.private_ip, n.ipv6_address]) AS a (address)
    WHERE n.workspace_id = $workspace_id::bigint AND a.address = ANY ($addresses::inet[])
      AND ($from_vm_id::text IS NULL OR n.vpc_id IN (
            SELECT unnest(ARRAY[o.vpc_id, q.peer_vpc_id]) FROM vpc_node o
              LEFT JOIN vpc_peering q ON q.workspace_id = o.workspace_id AND q.vpc_id = o.vpc_id AND q.status = 'active'
             WHERE o.workspace_id = $workspace_id::bigint AND o.vm_id = $from_vm_id))`,
);

const groupName = statement(
  "reachability_group",
  "SELECT name FROM firewall_group WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id",
);

const known = statement(
  "reachability_named_groups",
  `SELECT count(*)::int AS groups FROM firewall_group
    WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = ANY ($firewall_group_ids::text[])`,
);

/** No port forward and no listener has it. */
const NO_PORT = 0;

type HolderRow = RowOf<typeof holders>;
type MachineRow = RowOf<typeof machines>;

/** The VMs and addresses of a workspace that a question is about. */
export interface Gathered {
  readonly machines: ReadonlyMap<string, Machine>;
  readonly pending: boolean;
  readonly holders: readonly HolderRow[];
  /** Where VMs of the workspace have one of the addresses as a private one. */
  readonly privately: readonly RowOf<typeof privately>[];
}

type Question = Pick<CheckReachability, "from_vm_id" | "to_vm_id"> & {
  readonly addresses: readonly string[];
  readonly traffic: Pick<Traffic, "protocol" | "port">;
  /** The address sets that planned rules name. */
  readonly sources: readonly string[];
};

/** @throws DomainError 404 for a VM that is not in the workspace, or is deleted */
export async function gather({ sql, workspace }: InWorkspace, question: Question): Promise<Gathered> {
  const { addresses, sources, traffic, from_vm_id, to_vm_id } = question;
  const { protocol } = traffic;
  const port = traffic.port ?? NO_PORT;
  const at = { workspace_id: workspace.id, addresses };
  const [held, inside] =
    addresses.length === 0
      ? [[], []]
      : await Promise.all([sql.query(holders, { ...at, protocol, port }), sql.query(privately, { ...at, from_vm_id })]);
  const named = [from_vm_id, to_vm_id].filter((id) => id !== undefined);
  const reached = from_vm_id === undefined ? [] : inside.map((row) => row.vm_id);
  const others = [...held.flatMap((row) => [row.attached_vm_id, row.forward_vm_id]), ...reached];
  const vm_ids = [...new Set([...named, ...others.filter((id) => id !== null)])];
  const rows = await sql.query(machines, {
    workspace_id: workspace.id,
    vm_ids,
    protocol,
    port,
    planned_sources: sources,
  });
  const found = new Map(rows.map((row) => [row.vm_id, toMachine(row)]));
  if (named.some((id) => !found.has(id))) throw notFound("VM");
  return {
    machines: found,
    pending: rows.some(({ pending_changes }) => pending_changes),
    holders: held,
    privately: inside,
  };
}

/** The name of the firewall group that has planned rules. @throws DomainError 404 for it, and for those they name */
export async function requireGroups(
  { sql, workspace }: InWorkspace,
  firewall_group_id: string,
  named: readonly string[],
): Promise<string> {
  const workspace_id = workspace.id;
  const firewall_group_ids = [...new Set(named)];
  const [group, others] = await Promise.all([
    sql.maybe(groupName, { workspace_id, firewall_group_id }),
    sql.one(known, { workspace_id, firewall_group_ids }),
  ]);
  if (group === undefined || others.groups !== firewall_group_ids.length) throw notFound("firewall group");
  return group.name;
}

function toMachine({ pending_changes: _pending, rules, sets, ...row }: MachineRow): Machine {
  return {
    ...row,
    rules: rules === null ? null : rules.map((rule): GroupRule => ({ ...rule, planned: false })),
    sets: new Map(sets.map(({ source, addresses }) => [source, addresses])),
  };
}

/** What has a public address in the workspace; undefined for an address outside. */
export function holderIn({ holders: rows, machines: all }: Gathered, address: string): Holder | undefined {
  const row = rows.find((each) => each.address === address);
  if (row === undefined) return undefined;
  const public_address: PublicAddress = row.public_address;
  const machine = row.attached_vm_id === null ? undefined : all.get(row.attached_vm_id);
  if (machine !== undefined) return { kind: "vm", public_address, machine };
  const { load_balancer_id, load_balancer_name, listens, nat_gateway_id, gateway_name, vpc_id } = row;
  if (load_balancer_id !== null && load_balancer_name !== null)
    return { kind: "load_balancer", public_address, load_balancer_id, name: load_balancer_name, listens };
  if (nat_gateway_id === null || gateway_name === null || vpc_id === null) return { kind: "nothing", public_address };
  const led = row.forward_vm_id === null ? undefined : all.get(row.forward_vm_id);
  const forward = led?.forwards.find(({ port_forward_id }) => port_forward_id === row.port_forward_id);
  return {
    kind: "nat_gateway",
    public_address,
    nat_gateway_id,
    name: gateway_name,
    vpc_id,
    forward: led === undefined || forward === undefined ? null : { machine: led, forward },
  };
}
