import type { Blocker, ForwardProtocol, PortForward } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newerThanAny, newId } from "../request/identifiers.ts";
import { requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { portForwarded } from "./constraint-errors.ts";
import { NatGatewayRepository } from "./nat-gateway-repository.ts";

interface NewPortForward {
  readonly allocationId: string;
  readonly protocol: ForwardProtocol;
  readonly publicPort: number;
  readonly privatePort: number;
  readonly description: string | null;
}

const ofGateway = "workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND nat_gateway_id = $nat_gateway_id";

/**
 * The records of the forwards that `forwards` selects. A list selects its page there, so that nodes are only read for
 * the page.
 */
const recordsOf = (forwards: string) => `
  SELECT f.port_forward_id, f.vpc_id, f.nat_gateway_id, f.protocol::text, f.public_port, n.vm_id,
         host(n.private_ip) AS private_ip, f.private_port,
         f.description, f.created_at
    FROM (SELECT * FROM port_forward WHERE ${forwards}) f
    JOIN vpc_node n ON n.workspace_id = f.workspace_id AND n.vpc_id = f.vpc_id AND n.allocation_id = f.allocation_id
   ORDER BY f.port_forward_id DESC`;

const NEWER_THAN_ANY = newerThanAny("fwd");

const list = statement(
  "port_forward_list",
  recordsOf(`${ofGateway} AND port_forward_id < $after ORDER BY port_forward_id DESC LIMIT $limit`),
);
const get = statement("port_forward_get", recordsOf(`${ofGateway} AND port_forward_id = $port_forward_id`));

/** A forward as lists and gets read it. */
type PortForwardRow = RowOf<typeof get>;

/** The records of the forwards to the VM `$vm_id` of the workspace `$workspace_id`, of all gateways, newest first. */
export const forwardsToVm = recordsOf(
  `workspace_id = $workspace_id::bigint
     AND (vpc_id, allocation_id) IN (SELECT vpc_id, allocation_id FROM vpc_node
                                      WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id)`,
);
const nodeBehind = statement(
  "port_forward_node",
  `SELECT n.allocation_id FROM vpc_node n JOIN nat_gateway_subnet s USING (workspace_id, vpc_id, subnet_id)
    WHERE n.workspace_id = $workspace_id::bigint AND n.vpc_id = $vpc_id AND s.nat_gateway_id = $nat_gateway_id
      AND n.vm_id = $vm_id ORDER BY n.allocation_id LIMIT 1`,
);
const ofPort = statement(
  "port_forward_of_port",
  `SELECT 'port_forward' AS type, port_forward_id AS id, protocol || '/' || public_port AS name FROM port_forward
    WHERE ${ofGateway} AND protocol = $protocol::forward_protocol AND public_port = $public_port::int`,
);
const insert = statement(
  "port_forward_insert",
  `INSERT INTO port_forward (workspace_id, vpc_id, nat_gateway_id, port_forward_id, allocation_id, protocol,
                             public_port, private_port, description)
   VALUES ($workspace_id::bigint, $vpc_id, $nat_gateway_id, $port_forward_id, $allocation_id,
           $protocol::forward_protocol, $public_port::int, $private_port::int, $description)`,
);
const remove = statement(
  "port_forward_delete",
  `DELETE FROM port_forward WHERE ${ofGateway} AND port_forward_id = $port_forward_id RETURNING port_forward_id`,
);

/** The port forwards of one NAT gateway of one workspace. */
class PortForwardRepository {
  readonly #sql: Sql;
  readonly #place: { readonly workspace_id: bigint; readonly vpc_id: string; readonly nat_gateway_id: string };

  constructor(sql: Sql, workspaceId: bigint, vpcId: string, natGatewayId: string) {
    this.#sql = sql;
    this.#place = { workspace_id: workspaceId, vpc_id: vpcId, nat_gateway_id: natGatewayId };
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(after: string | undefined, limit: number): Promise<PortForwardRow[]> {
    return this.#sql.query(list, { ...this.#place, after: after ?? NEWER_THAN_ANY, limit });
  }

  async get(portForwardId: string): Promise<PortForwardRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#place, port_forward_id: portForwardId });
    return row;
  }

  /** The node that connects a VM to the gateway. */
  async nodeBehind(vmId: string): Promise<string | undefined> {
    const [row] = await this.#sql.query(nodeBehind, { ...this.#place, vm_id: vmId });
    return row?.allocation_id;
  }

  /** The forward that has a port of the gateway, as a blocker. */
  ofPort(protocol: ForwardProtocol, publicPort: number): Promise<Blocker[]> {
    return this.#sql.query(ofPort, { ...this.#place, protocol, public_port: publicPort });
  }

  /** @returns the new id */
  async insert({ allocationId, protocol, publicPort, privatePort, description }: NewPortForward): Promise<string> {
    const portForwardId = newId("fwd");
    await this.#sql.query(insert, {
      ...this.#place,
      port_forward_id: portForwardId,
      allocation_id: allocationId,
      protocol,
      public_port: publicPort,
      private_port: privatePort,
      description,
    });
    return portForwardId;
  }

  /** @returns whether it existed */
  async delete(portForwardId: string): Promise<boolean> {
    return (await this.#sql.query(remove, { ...this.#place, port_forward_id: portForwardId })).length > 0;
  }
}

export function toPortForward(row: PortForwardRow): PortForward {
  return { ...row, created_at: toTimestamp(row.created_at) };
}

export const listPortForwards: Handler<"portForward.list"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, limit, cursor },
) => {
  if (!(await new NatGatewayRepository(sql, workspace.id, vpc_id).exists(nat_gateway_id)))
    throw notFound("NAT gateway");
  const rows = await new PortForwardRepository(sql, workspace.id, vpc_id, nat_gateway_id).list(
    decodeCursor(cursor, "fwd"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.port_forward_id, toPortForward);
};

/**
 * Locks the VM, so that it does not leave its subnet meanwhile. The database accepts one of
 * several concurrent requests for the same port.
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
  if (row === undefined) throw new Error("the database created no port forward");
  return toPortForward(row);
};

export const getPortForward: Handler<"portForward.get"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, port_forward_id },
) => {
  const row = await new PortForwardRepository(sql, workspace.id, vpc_id, nat_gateway_id).get(port_forward_id);
  if (row === undefined) throw notFound("port forward");
  return toPortForward(row);
};

export const deletePortForward: Handler<"portForward.delete"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, port_forward_id },
) => {
  if (!(await new PortForwardRepository(sql, workspace.id, vpc_id, nat_gateway_id).delete(port_forward_id)))
    throw notFound("port forward");
  return { status: "deleted", id: port_forward_id };
};
