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

const ofGateway = "workspace_id = $1::bigint AND vpc_id = $2 AND nat_gateway_id = $3";

/**
 * The records of the forwards that `forwards` selects. A list selects its page there, so that nodes are only read for
 * the page.
 */
const recordsOf = (forwards: string) => `
  SELECT f.port_forward_id, f.vpc_id, f.nat_gateway_id, f.protocol::text, f.public_port, n.vm_id, host(n.private_ip) AS private_ip, f.private_port,
         f.description, f.created_at
    FROM (SELECT * FROM port_forward WHERE ${forwards}) f
    JOIN vpc_node n ON n.workspace_id = f.workspace_id AND n.vpc_id = f.vpc_id AND n.allocation_id = f.allocation_id
   ORDER BY f.port_forward_id DESC`;

const NEWER_THAN_ANY = newerThanAny("fwd");

const list = statement(
  "port_forward_list",
  recordsOf(`${ofGateway} AND port_forward_id < $4 ORDER BY port_forward_id DESC LIMIT $5`),
);
const get = statement("port_forward_get", recordsOf(`${ofGateway} AND port_forward_id = $4`));

/** A forward as lists and gets read it. */
type PortForwardRow = RowOf<typeof get>;

/** The records of the forwards to the VM $2 of the workspace $1, of all gateways, newest first. */
export const forwardsToVm = recordsOf(
  "workspace_id = $1::bigint AND (vpc_id, allocation_id) IN (SELECT vpc_id, allocation_id FROM vpc_node WHERE workspace_id = $1::bigint AND vm_id = $2)",
);
const nodeBehind = statement(
  "port_forward_node",
  `SELECT n.allocation_id FROM vpc_node n JOIN nat_gateway_subnet s USING (workspace_id, vpc_id, subnet_id)
    WHERE n.workspace_id = $1::bigint AND n.vpc_id = $2 AND s.nat_gateway_id = $3 AND n.vm_id = $4 ORDER BY n.allocation_id LIMIT 1`,
);
const ofPort = statement(
  "port_forward_of_port",
  `SELECT 'port_forward' AS type, port_forward_id AS id, protocol || '/' || public_port AS name FROM port_forward
    WHERE ${ofGateway} AND protocol = $4::forward_protocol AND public_port = $5::int`,
);
const insert = statement(
  "port_forward_insert",
  `INSERT INTO port_forward (workspace_id, vpc_id, nat_gateway_id, port_forward_id, allocation_id, protocol, public_port, private_port, description)
   VALUES ($1::bigint, $2, $3, $4, $5, $6::forward_protocol, $7::int, $8::int, $9)`,
);
const remove = statement(
  "port_forward_delete",
  `DELETE FROM port_forward WHERE ${ofGateway} AND port_forward_id = $4 RETURNING port_forward_id`,
);

/** The port forwards of one NAT gateway of one workspace. */
class PortForwardRepository {
  readonly #sql: Sql;
  readonly #place: readonly [workspaceId: bigint, vpcId: string, natGatewayId: string];

  constructor(sql: Sql, workspaceId: bigint, vpcId: string, natGatewayId: string) {
    this.#sql = sql;
    this.#place = [workspaceId, vpcId, natGatewayId];
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(after: string | undefined, limit: number): Promise<PortForwardRow[]> {
    return this.#sql.query(list, [...this.#place, after ?? NEWER_THAN_ANY, limit]);
  }

  async get(portForwardId: string): Promise<PortForwardRow | undefined> {
    const [row] = await this.#sql.query(get, [...this.#place, portForwardId]);
    return row;
  }

  /** The node that connects a VM to the gateway. */
  async nodeBehind(vmId: string): Promise<string | undefined> {
    const [row] = await this.#sql.query(nodeBehind, [...this.#place, vmId]);
    return row?.allocation_id;
  }

  /** The forward that has a port of the gateway, as a blocker. */
  ofPort(protocol: ForwardProtocol, publicPort: number): Promise<Blocker[]> {
    return this.#sql.query(ofPort, [...this.#place, protocol, publicPort]);
  }

  /** @returns the new id */
  async insert({ allocationId, protocol, publicPort, privatePort, description }: NewPortForward): Promise<string> {
    const portForwardId = newId("fwd");
    await this.#sql.query(insert, [
      ...this.#place,
      portForwardId,
      allocationId,
      protocol,
      publicPort,
      privatePort,
      description,
    ]);
    return portForwardId;
  }

  /** @returns whether it existed */
  async delete(portForwardId: string): Promise<boolean> {
    return (await this.#sql.query(remove, [...this.#place, portForwardId])).length > 0;
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
 * Locks the VM, so that it does not leave its subnet meanwhile (design: Port forwarding). The database accepts one of
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
