import type { ReservationType, UpdateReservedIp } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { contains, isAmong } from "../query/search.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import type { NetworkedVm } from "./address-holders.ts";
import { poolExhausted } from "./public-addresses.ts";
import { type ReservedIpRow, reservedIpInUse } from "./reserved-ip-record.ts";

interface ReservedIpFilter {
  readonly attached?: boolean | undefined;
  readonly site_id?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

/** The resource that an address is attached to. `allocationId` is the VM's node that carries it, if it has one. */
export type Attachment =
  | { readonly vmId: string; readonly allocationId: string | null }
  | { readonly natGatewayId: string }
  | { readonly loadBalancerId: string };

interface NewReservedIp {
  readonly siteId: string;
  readonly label: string;
  readonly reverseDns: string;
  readonly type: ReservationType;
  readonly attachment: Attachment | null;
  readonly isProtected?: boolean;
}

/** An arbitrary constant that separates this lock from other advisory locks of the database. */
const CHANGE_LOCK = 1_718_580_002;

const records = `
  SELECT r.public_ip_id, host(a.address) AS address, r.site_id, r.label, r.reverse_dns, r.reservation_type::text, r.deletion_protection,
         r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id, coalesce(v.name, g.name, b.name) AS attached_resource_name,
         v.type::text AS attached_vm_type, coalesce(n.vpc_id, g.vpc_id, b.vpc_id) AS attached_vpc_id, coalesce(n.subnet_id, b.subnet_id) AS attached_subnet_id, r.created_at, r.updated_at
    FROM reserved_ip r
    JOIN public_address a ON a.public_ip_id = r.public_ip_id
    LEFT JOIN vm v ON v.workspace_id = r.workspace_id AND v.vm_id = r.attached_vm_id
    LEFT JOIN vpc_node n ON n.workspace_id = r.workspace_id AND n.vm_id = r.attached_vm_id AND n.allocation_id = r.attached_allocation_id
    LEFT JOIN nat_gateway g ON g.workspace_id = r.workspace_id AND g.nat_gateway_id = r.attached_nat_gateway_id
    LEFT JOIN load_balancer b ON b.workspace_id = r.workspace_id AND b.load_balancer_id = r.attached_load_balancer_id
   WHERE r.workspace_id = $1::bigint`;

const list = statement(
  "reserved_ip_list",
  `${records}
     AND ($2::text IS NULL OR r.public_ip_id < $2)
     AND ($3::boolean IS NULL OR (num_nonnulls(r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id) > 0) = $3)
     AND ${isAmong("r.site_id", "$4")}
     AND ${contains(["r.label", "host(a.address)"], "$5")}
   ORDER BY r.public_ip_id DESC LIMIT $6`,
);
const get = statement("reserved_ip_get", `${records} AND r.public_ip_id = $2`);
/** The record of the address that is attached to the VM $2 of the workspace $1. */
export const reservedIpOfVm = `${records} AND r.attached_vm_id = $2`;
const findOfVm = statement("reserved_ip_of_vm", reservedIpOfVm);
const findOfLoadBalancer = statement("reserved_ip_of_load_balancer", `${records} AND r.attached_load_balancer_id = $2`);
const beginChange = statement(
  "reserved_ip_begin_change",
  `SELECT pg_advisory_xact_lock(${CHANGE_LOCK}, hashint8($1::bigint))`,
);
const lock = statement(
  "reserved_ip_lock",
  "SELECT public_ip_id FROM reserved_ip WHERE workspace_id = $1::bigint AND public_ip_id = $2 FOR UPDATE",
);

// Concurrent requests take different addresses, because locked ones are skipped.
const insert = statement(
  "reserved_ip_insert",
  `WITH taken AS (
     UPDATE public_address SET public_ip_id = $2, last_assigned_at = now()
      WHERE address = (
        SELECT address FROM public_address WHERE site_id = $3 AND public_ip_id IS NULL
         ORDER BY last_assigned_at NULLS FIRST, address LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING site_id
   )
   INSERT INTO reserved_ip (public_ip_id, workspace_id, site_id, label, reverse_dns, reservation_type,
     attached_vm_id, attached_allocation_id, attached_nat_gateway_id, attached_load_balancer_id, deletion_protection)
   SELECT $2, $1::bigint, site_id, $4, $5, $6::reservation_type, $7::text, $8::text, $9::text, $10::text, $11::boolean FROM taken
   RETURNING public_ip_id`,
);
const attach = statement(
  "reserved_ip_attach",
  `UPDATE reserved_ip SET attached_vm_id = $3, attached_allocation_id = $4, attached_nat_gateway_id = $5, attached_load_balancer_id = $6, updated_at = now()
    WHERE workspace_id = $1::bigint AND public_ip_id = $2 AND num_nonnulls(attached_vm_id, attached_nat_gateway_id, attached_load_balancer_id) = 0
   RETURNING public_ip_id`,
);
const detach = statement(
  "reserved_ip_detach",
  `UPDATE reserved_ip SET attached_vm_id = NULL, attached_allocation_id = NULL, attached_nat_gateway_id = NULL, attached_load_balancer_id = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND public_ip_id = $2`,
);
const update = statement(
  "reserved_ip_update",
  `UPDATE reserved_ip SET label = coalesce($3, label), reverse_dns = coalesce($4, reverse_dns), deletion_protection = coalesce($5::boolean, deletion_protection), updated_at = now()
    WHERE workspace_id = $1::bigint AND public_ip_id = $2`,
);
// The foreign key frees the public address.
const remove = statement(
  "reserved_ip_delete",
  "DELETE FROM reserved_ip WHERE workspace_id = $1::bigint AND public_ip_id = $2 AND NOT deletion_protection",
);

/** The public addresses of one workspace. */
export class ReservedIpRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(
    { attached, site_id, search }: ReservedIpFilter,
    after: string | undefined,
    limit: number,
  ): Promise<ReservedIpRow[]> {
    return this.#sql.query(list, [
      this.#workspaceId,
      after ?? null,
      attached ?? null,
      site_id ?? null,
      search ?? null,
      limit,
    ]);
  }

  async get(publicIpId: string): Promise<ReservedIpRow | undefined> {
    const [row] = await this.#sql.query(get, [this.#workspaceId, publicIpId]);
    return row;
  }

  /**
   * Serializes the attach and detach requests of the workspace until the transaction ends. Row locks cannot be ordered
   * here, because the VM to lock is only known after reading the address.
   */
  async beginChange(): Promise<void> {
    await this.#sql.query(beginChange, [this.#workspaceId]);
  }

  /** Locks and reads a reserved IP until the transaction ends. */
  async lock(publicIpId: string): Promise<ReservedIpRow | undefined> {
    const held = await this.#sql.query(lock, [this.#workspaceId, publicIpId]);
    return held.length > 0 ? this.get(publicIpId) : undefined;
  }

  async findOfVm(vmId: string): Promise<ReservedIpRow | undefined> {
    const [row] = await this.#sql.query(findOfVm, [this.#workspaceId, vmId]);
    return row;
  }

  async findOfLoadBalancer(loadBalancerId: string): Promise<ReservedIpRow | undefined> {
    const [row] = await this.#sql.query(findOfLoadBalancer, [this.#workspaceId, loadBalancerId]);
    return row;
  }

  /**
   * Takes a free address of the site's pool.
   * @returns its id
   * @throws DomainError 409 `address_pool_exhausted`
   */
  async insert({ siteId, label, reverseDns, type, attachment, isProtected = false }: NewReservedIp): Promise<string> {
    const publicIpId = newId("ip");
    const rows = await this.#sql.query(insert, [
      this.#workspaceId,
      publicIpId,
      siteId,
      label,
      reverseDns,
      type,
      ...columnsOf(attachment),
      isProtected,
    ]);
    if (rows.length === 0) throw poolExhausted();
    return publicIpId;
  }

  /** Attaches a free address. @throws DomainError 409 `reserved_ip_in_use` when another request was faster */
  async attach(publicIpId: string, attachment: Attachment): Promise<void> {
    const rows = await this.#sql.query(attach, [this.#workspaceId, publicIpId, ...columnsOf(attachment)]);
    if (rows.length === 0) throw reservedIpInUse();
  }

  /** Attaches a reserved IP, or else an address of the site that the platform assigns until it is detached. */
  async attachOrAssign(publicIpId: string | undefined, siteId: string, attachment: Attachment): Promise<void> {
    if (publicIpId !== undefined) await this.attach(publicIpId, attachment);
    else await this.insert({ siteId, label: "", reverseDns: "", type: "platform_assigned", attachment });
  }

  /** Detaches an address. The workspace keeps a reserved one. A platform-assigned one returns to the pool. */
  async detach(row: Pick<ReservedIpRow, "public_ip_id" | "reservation_type">): Promise<void> {
    await this.#sql.query(row.reservation_type === "platform_assigned" ? remove : detach, [
      this.#workspaceId,
      row.public_ip_id,
    ]);
  }

  /** Detaches an address that is attached elsewhere in the same transaction. Also keeps a platform-assigned one. */
  async detachToMove(publicIpId: string): Promise<void> {
    await this.#sql.query(detach, [this.#workspaceId, publicIpId]);
  }

  async update(publicIpId: string, { label, reverse_dns, deletion_protection }: UpdateReservedIp): Promise<void> {
    const values = [label ?? null, reverse_dns ?? null, deletion_protection ?? null] as const;
    await this.#sql.query(update, [this.#workspaceId, publicIpId, ...values]);
  }

  async delete(publicIpId: string): Promise<void> {
    await this.#sql.query(remove, [this.#workspaceId, publicIpId]);
  }
}

type AttachmentColumns = [
  vmId: string | null,
  allocationId: string | null,
  natGatewayId: string | null,
  loadBalancerId: string | null,
];

function columnsOf(attachment: Attachment | null): AttachmentColumns {
  if (attachment === null) return [null, null, null, null];
  if ("vmId" in attachment) return [attachment.vmId, attachment.allocationId, null, null];
  return "natGatewayId" in attachment
    ? [null, null, attachment.natGatewayId, null]
    : [null, null, null, attachment.loadBalancerId];
}

/**
 * A VM has at most one public address.
 * @throws DomainError 409 `vm_has_public_ip` that names the address it has
 */
export async function requireVmWithoutIp(ips: ReservedIpRepository, vm: NetworkedVm): Promise<void> {
  const present = await ips.findOfVm(vm.vm_id);
  if (present === undefined) return;
  throw conflict("vm_has_public_ip", "The VM has a public address already; detach that first.", [
    { type: "reserved_ip", id: present.public_ip_id, name: present.address },
  ]);
}
