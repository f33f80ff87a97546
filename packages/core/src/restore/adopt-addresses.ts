import { type Sql, statement } from "@fulmar/prisma";
import { conflict } from "../request/domain-error.ts";
import type { AdoptedRows } from "./adopted-rows.ts";

const RESERVED = `jsonb_to_recordset($reserved_ips::jsonb) AS r (
  public_ip_id text, attached_vm_id text, attached_allocation_id text, attached_nat_gateway_id text,
  attached_load_balancer_id text)`;
const ADDRESSES = `jsonb_to_recordset($public_addresses::jsonb) AS r (
  address inet, site_id text, public_ip_id text, last_assigned_at timestamptz,
  isolated_at timestamptz, isolated_reason text)`;

const taken = statement(
  "adopt_taken_addresses",
  `SELECT host(a.address) AS address FROM ${ADDRESSES} JOIN public_address a ON a.address = r.address
    WHERE a.public_ip_id <> r.public_ip_id OR a.site_id <> r.site_id`,
);

// An address that is missing in the pool, because its range was added later, is inserted again. An isolation that the
// backup does not know stays in force.
const take = statement(
  "adopt_take_addresses",
  `INSERT INTO public_address AS a (address, site_id, public_ip_id, last_assigned_at, isolated_at, isolated_reason)
   SELECT r.address, r.site_id, r.public_ip_id, coalesce(r.last_assigned_at, now()),
          r.isolated_at, r.isolated_reason FROM ${ADDRESSES}
    WHERE EXISTS (SELECT FROM reserved_ip x WHERE x.public_ip_id = r.public_ip_id)
       ON CONFLICT (address) DO UPDATE SET public_ip_id = excluded.public_ip_id,
          last_assigned_at = excluded.last_assigned_at,
          isolated_at = coalesce(a.isolated_at, excluded.isolated_at),
          isolated_reason = coalesce(a.isolated_reason, excluded.isolated_reason)
    WHERE a.public_ip_id IS NULL OR (a.public_ip_id = excluded.public_ip_id AND excluded.isolated_at IS NOT NULL)`,
);

const SAME =
  "(x.attached_vm_id, x.attached_nat_gateway_id, x.attached_load_balancer_id) IS NOT DISTINCT FROM " +
  "(r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id)";

const elsewhere = statement(
  "adopt_addresses_elsewhere",
  `SELECT host(a.address) AS address,
          coalesce(x.attached_vm_id, x.attached_nat_gateway_id, x.attached_load_balancer_id) AS holder
     FROM ${RESERVED} JOIN reserved_ip x ON x.public_ip_id = r.public_ip_id
     JOIN public_address a ON a.public_ip_id = x.public_ip_id
    WHERE num_nonnulls(x.attached_vm_id, x.attached_nat_gateway_id, x.attached_load_balancer_id) > 0 AND NOT ${SAME}`,
);

const attach = statement(
  "adopt_attach_addresses",
  `UPDATE reserved_ip x
      SET attached_vm_id = r.attached_vm_id, attached_allocation_id = r.attached_allocation_id,
          attached_nat_gateway_id = r.attached_nat_gateway_id,
          attached_load_balancer_id = r.attached_load_balancer_id, updated_at = now()
     FROM ${RESERVED}
    WHERE x.public_ip_id = r.public_ip_id
      AND num_nonnulls(x.attached_vm_id, x.attached_nat_gateway_id, x.attached_load_balancer_id) = 0`,
);

/** @throws DomainError 409 that names a public address which another workspace has now */
export async function requireAddresses(
  sql: Sql,
  { public_address = [], reserved_ip = [] }: AdoptedRows,
): Promise<void> {
  const [given] =
    public_address.length === 0 ? [] : await sql.query(taken, { public_addresses: JSON.stringify(public_address) });
  if (given !== undefined)
    throw conflict(
      "address_taken",
      `The public address ${given.address} has been given to another resource since; release it there first.`,
    );
  const [held] =
    reserved_ip.length === 0 ? [] : await sql.query(elsewhere, { reserved_ips: JSON.stringify(reserved_ip) });
  if (held !== undefined)
    throw conflict(
      "address_taken",
      `The public address ${held.address} is attached to ${held.holder}; detach it there first.`,
    );
}

/** Reserved IPs get their addresses again, and existing ones that are free are attached. */
export async function takeAddresses(sql: Sql, { public_address = [], reserved_ip = [] }: AdoptedRows): Promise<void> {
  if (public_address.length > 0) await sql.query(take, { public_addresses: JSON.stringify(public_address) });
  if (reserved_ip.length > 0) await sql.query(attach, { reserved_ips: JSON.stringify(reserved_ip) });
}
