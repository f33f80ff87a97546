// One public address, as who runs the installation sees and isolates it.
import { formatIpv4, OperatorAddress, parseIpv4 } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { wireForm } from "../query/wire-form.ts";
import { auditEvent, auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";

/** SQL: the address `$key`, or that of the reserved IP with this id. */
const IT = `a.address = CASE WHEN strpos($key::text, '_') = 0 THEN $key::text::inet
                            ELSE (SELECT k.address FROM public_address k WHERE k.public_ip_id = $key::text) END`;

const get = statement(
  "operator_address_get",
  `SELECT host(a.address) AS address, a.site_id, a.public_ip_id, r.label, r.workspace_id::text,
          w.name AS workspace_name, w.organization_id, o.name AS organization_name,
          CASE WHEN r.attached_vm_id IS NOT NULL THEN 'vm'
               WHEN r.attached_nat_gateway_id IS NOT NULL THEN 'nat_gateway'
               WHEN r.attached_load_balancer_id IS NOT NULL THEN 'load_balancer' END AS attached_resource_type,
          coalesce(r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id) AS attached_resource_id,
          coalesce(v.name, g.name, b.name) AS attached_resource_name, a.isolated_at, a.isolated_reason, a.isolated_by
     FROM public_address a LEFT JOIN reserved_ip r ON r.public_ip_id = a.public_ip_id
     LEFT JOIN workspace w ON w.workspace_id = r.workspace_id
     LEFT JOIN organization o ON o.organization_id = w.organization_id
     LEFT JOIN vm v ON v.workspace_id = r.workspace_id AND v.vm_id = r.attached_vm_id
     LEFT JOIN nat_gateway g ON g.workspace_id = r.workspace_id AND g.nat_gateway_id = r.attached_nat_gateway_id
     LEFT JOIN load_balancer b ON b.workspace_id = r.workspace_id
      AND b.load_balancer_id = r.attached_load_balancer_id
    WHERE ${IT}`,
);

// First the reservation, as its owner's changes do.
const lock = statement(
  "operator_address_lock",
  `SELECT r.public_ip_id FROM public_address a JOIN reserved_ip r ON r.public_ip_id = a.public_ip_id
    WHERE ${IT} FOR UPDATE OF r`,
);

/** The event in the trail of the organization that has the address. Its members see why. */
const told = (detail: string) =>
  auditEvent({
    rows: `changed JOIN reserved_ip r ON r.public_ip_id = changed.public_ip_id
     JOIN workspace w ON w.workspace_id = r.workspace_id`,
    organization_id: "w.organization_id",
    workspace_id: "w.workspace_id",
    actor: { type: "'operator'", id: "'operator'", name: "'operator'" },
    action: "'reservedIp.update'",
    resource_id: "r.public_ip_id",
    detail,
  });

const isolate = statement(
  "operator_address_isolate",
  `WITH changed AS (
     UPDATE public_address a SET isolated_at = coalesce(isolated_at, now()), isolated_reason = $reason,
            isolated_by = $isolated_by
      WHERE ${IT} RETURNING public_ip_id
   )
   ${told("'Isolated by an operator: ' || $reason")}`,
);

const release = statement(
  "operator_address_release",
  `WITH changed AS (
     UPDATE public_address a SET isolated_at = NULL, isolated_reason = NULL, isolated_by = NULL
      WHERE ${IT} AND isolated_at IS NOT NULL RETURNING public_ip_id
   ), told AS (
     ${told("'Released by an operator'")}
   )
   SELECT count(*)::int AS released FROM changed`,
);

const shown = wireForm(OperatorAddress);

export const getAddress: Handler<"operatorAddress.get"> = ({ sql }, { address }) => readAddress(sql, keyOf(address));

/** Isolates an address. A worker takes it off the network (`wantedVm` and its like). */
export const isolateAddress: Handler<"operatorAddress.isolate"> = async (context, { address, reason }) => {
  const { sql, operator, requestId } = context;
  const key = keyOf(address);
  await sql.query(lock, key);
  await readAddress(sql, key);
  const { audit_event_id, request_id } = auditValues({ requestId });
  await sql.query(isolate, { ...key, reason, isolated_by: operator.userId, audit_event_id, request_id });
  return readAddress(sql, key);
};

export const releaseAddressForOperator: Handler<"operatorAddress.release"> = async ({ sql, requestId }, input) => {
  const key = keyOf(input.address);
  await sql.query(lock, key);
  await readAddress(sql, key);
  const { audit_event_id, request_id } = auditValues({ requestId });
  const { released } = await sql.one(release, { ...key, audit_event_id, request_id });
  if (released === 0)
    throw conflict("address_not_isolated", "No operator isolates the address; there is nothing to release.");
  return readAddress(sql, key);
};

/** @throws DomainError 400 */
function keyOf(text: string): { readonly key: string } {
  const key = /^[a-z]+_/i.test(text) ? text.toLowerCase() : ipv4Of(text);
  if (key === undefined)
    throw invalidField("address", "must be an IPv4 address such as 203.0.113.121, or the id of a reserved IP");
  return { key };
}

/** An IPv4 address as the installation writes it, also of one that is written as IPv6 or as a range of one. */
export function ipv4Of(text: string): string | undefined {
  const written = text.trim().replace(/\/32$/, "");
  const url = `http://[${written.replace(/^\[|\]$/g, "").replace(/\/128$/, "")}]`;
  const [, high, low] =
    /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(URL.canParse(url) ? new URL(url).hostname : "") ?? [];
  if (high !== undefined && low !== undefined)
    return formatIpv4(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16));
  return parseIpv4(written) === undefined ? undefined : written;
}

/** @throws DomainError 404 */
async function readAddress(sql: Sql, key: { readonly key: string }): Promise<OperatorAddress> {
  const row = await sql.maybe(get, key);
  if (row === undefined)
    throw new DomainError("not_found", "The installation has no such public address; check how it is written.");
  return shown(row);
}
