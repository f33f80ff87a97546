import { PortForward } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { portForwarded } from "./constraint-errors.ts";
import { requireNatGateway } from "./nat-gateways.ts";

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

const list = statement(
  "port_forward_list",
  recordsOf(`${ofGateway} AND port_forward_id < $after ORDER BY port_forward_id DESC LIMIT $limit`),
);
const get = statement("port_forward_get", recordsOf(`${ofGateway} AND port_forward_id = $port_forward_id`));

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

export const toPortForward = wireForm(PortForward);

export const listPortForwards: Handler<"portForward.list"> = async (context, { limit, cursor, ...ids }) => {
  const { sql, workspace } = context;
  await requireNatGateway(context, ids.vpc_id, ids.nat_gateway_id);
  const after = olderThan(cursor, "fwd");
  const rows = await sql.query(list, { workspace_id: workspace.id, ...ids, after, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.port_forward_id, toPortForward);
};

/**
 * Locks the VM, so that it does not leave its subnet meanwhile. The database accepts one of several concurrent requests
 * for the same port.
 */
export const createPortForward: Handler<"portForward.create"> = async (context, { description, ...input }) => {
  const { sql, workspace } = context;
  const values = { workspace_id: workspace.id, ...input };
  const locked = await new VmAddresses(sql, workspace.id).lock(input.vm_id);
  await requireNatGateway(context, input.vpc_id, input.nat_gateway_id);
  const vm = found(locked, "VM");
  requireAttachable(vm);
  const node = await sql.maybe(nodeBehind, values);
  if (node === undefined) {
    throw conflict(
      "vm_not_behind_gateway",
      "The VM is in no subnet that the NAT gateway serves; attach it to one first.",
      [vmBlocker(vm)],
    );
  }
  const blockers = await sql.query(ofPort, values);
  if (blockers.length > 0) throw portForwarded(blockers);
  const made = { ...values, ...node, port_forward_id: newId("fwd"), description };
  await sql.query(insert, made);
  return toPortForward(await sql.one(get, made));
};

export const getPortForward: Handler<"portForward.get"> = async ({ sql, workspace }, ids) =>
  toPortForward(found(await sql.maybe(get, { workspace_id: workspace.id, ...ids }), "port forward"));

export const deletePortForward: Handler<"portForward.delete"> = async ({ sql, workspace }, ids) => {
  found(await sql.maybe(remove, { workspace_id: workspace.id, ...ids }), "port forward");
  return { status: "deleted", id: ids.port_forward_id };
};
