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
  SELECT r.public_ip_id, host(a.address) AS address, r.site_id, r.label, r.reverse_dns, r.reservation_type::text,
         r.deletion_protection,
         r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id,
         coalesce(v.name, g.name, b.name) AS attached_resource_name,
         v.type::text AS attached_vm_type, coalesce(n.vpc_id, g.vpc_id, b.vpc_id) AS attached_vpc_id,
         coalesce(n.subnet_id, b.subnet_id) AS attached_subnet_id, r.created_at, r.updated_at
    FROM reserved_ip r
    JOIN public_address a ON a.public_ip_id = r.public_ip_id
    LEFT JOIN vm v ON v.workspace_id = r.workspace_id AND v.vm_id = r.attached_vm_id
    LEFT JOIN vpc_node n ON n.workspace_id = r.workspace_id AND n.vm_id = r.attached_vm_id
     AND n.allocation_id = r.attached_allocation_id
    LEFT JOIN nat_gateway g ON g.workspace_id = r.workspace_id AND g.nat_gateway_id = r.attached_nat_gateway_id
    LEFT JOIN load_balancer b ON b.workspace_id = r.workspace_id AND b.load_balancer_id = r.attached_load_balancer_id
   WHERE r.workspace_id = $workspace_id::bigint`;

const list = statement(
  "reserved_ip_list",
  `${records}
     AND ($after::text IS NULL OR r.public_ip_id < $after)
     AND ($attached::boolean IS NULL
          OR (num_nonnulls(r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id) > 0) = $attached)
     AND ${isAmong("r.site_id", "$site_ids")}
     AND ${contains(["r.label", "host(a.address)"], "$search")}
   ORDER BY r.public_ip_id DESC LIMIT $limit`,
);
const get = statement("reserved_ip_get", `${records} AND r.public_ip_id = $public_ip_id`);
/** The record of the address that is attached to the VM `$vm_id` of the workspace `$workspace_id`. */
export const reservedIpOfVm = `${records} AND r.attached_vm_id = $vm_id`;
const findOfVm = statement("reserved_ip_of_vm", reservedIpOfVm);
const findOfLoadBalancer = statement(
  "reserved_ip_of_load_balancer",
  `${records} AND r.attached_load_balancer_id = $load_balancer_id`,
);
const beginChange = statement(
  "reserved_ip_begin_change",
  `SELECT pg_advisory_xact_lock(${CHANGE_LOCK}, hashint8($workspace_id::bigint))`,
);
const lock = statement(
  "reserved_ip_lock",
  `SELECT public_ip_id FROM reserved_ip WHERE workspace_id = $workspace_id::bigint AND public_ip_id = $public_ip_id
    FOR UPDATE`,
);

// Concurrent requests take different addresses, because locked ones are skipped.
const insert = statement(
  "reserved_ip_insert",
  `WITH taken AS (
     UPDATE public_address SET public_ip_id = $public_ip_id, last_assigned_at = now()
      WHERE address = (
        SELECT address FROM public_address WHERE site_id = $site_id AND public_ip_id IS NULL
         ORDER BY last_assigned_at NULLS FIRST, address LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING site_id
   )
   INSERT INTO reserved_ip (public_ip_id, workspace_id, site_id, label, reverse_dns, reservation_type,
     attached_vm_id, attached_allocation_id, attached_nat_gateway_id, attached_load_balancer_id, deletion_protection)
   SELECT $public_ip_id, $workspace_id::bigint, site_id, $label, $reverse_dns, $reservation_type::reservation_type,
          $attached_vm_id::text, $attached_allocation_id::text, $attached_nat_gateway_id::text,
          $attached_load_balancer_id::text, $deletion_protection::boolean FROM taken
   RETURNING public_ip_id`,
);
const attach = statement(
  "reserved_ip_attach",
  `UPDATE reserved_ip
      SET attached_vm_id = $attached_vm_id, attached_allocation_id = $attached_allocation_id,
          attached_nat_gateway_id = $attached_nat_gateway_id, attached_load_balancer_id = $attached_load_balancer_id,
          updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND public_ip_id = $public_ip_id
      AND num_nonnulls(attached_vm_id, attached_nat_gateway_id, attached_load_balancer_id) = 0
   RETURNING public_ip_id`,
);
const detach = statement(
  "reserved_ip_detach",
  `UPDATE reserved_ip
      SET attached_vm_id = NULL, attached_allocation_id = NULL, attached_nat_gateway_id = NULL,
          attached_load_balancer_id = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND public_ip_id = $public_ip_id`,
);
const update = statement(
  "reserved_ip_update",
  `UPDATE reserved_ip
      SET label = coalesce($label, label), reverse_dns = coalesce($reverse_dns, reverse_dns),
          deletion_protection = coalesce($deletion_protection::boolean, deletion_protection), updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND public_ip_id = $public_ip_id`,
);
// The foreign key frees the public address.
const remove = statement(
  "reserved_ip_delete",
  `DELETE FROM reserved_ip
    WHERE workspace_id = $workspace_id::bigint AND public_ip_id = $public_ip_id AND NOT deletion_protection`,
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
    return this.#sql.query(list, {
      workspace_id: this.#workspaceId,
      after: after ?? null,
      attached: attached ?? null,
      site_ids: site_id ?? null,
      search: search ?? null,
      limit,
    });
  }

  async get(publicIpId: string): Promise<ReservedIpRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, public_ip_id: publicIpId });
    return row;
  }

  /**
   * Serializes the attach and detach requests of the workspace until the transaction ends. Row locks cannot be ordered
   * here, because the VM to lock is only known after reading the address.
   */
  async beginChange(): Promise<void> {
    await this.#sql.query(beginChange, { workspace_id: this.#workspaceId });
  }

  /** Locks and reads a reserved IP until the transaction ends. */
  async lock(publicIpId: string): Promise<ReservedIpRow | undefined> {
    const held = await this.#sql.query(lock, { workspace_id: this.#workspaceId, public_ip_id: publicIpId });
    return held.length > 0 ? this.get(publicIpId) : undefined;
  }

  async findOfVm(vmId: string): Promise<ReservedIpRow | undefined> {
    const [row] = await this.#sql.query(findOfVm, { workspace_id: this.#workspaceId, vm_id: vmId });
    return row;
  }

  async findOfLoadBalancer(loadBalancerId: string): Promise<ReservedIpRow | undefined> {
    const [row] = await this.#sql.query(findOfLoadBalancer, {
      workspace_id: this.#workspaceId,
      load_balancer_id: loadBalancerId,
    });
    return row;
  }

  /**
   * Takes a free address of the site's pool.
   * @returns its id
   * @throws DomainError 409 `address_pool_exhausted`
   */
  async insert({ siteId, label, reverseDns, type, attachment, isProtected = false }: NewReservedIp): Promise<string> {
    const publicIpId = newId("ip");
    const rows = await this.#sql.query(insert, {
      workspace_id: this.#workspaceId,
      public_ip_id: publicIpId,
      site_id: siteId,
      label,
      reverse_dns: reverseDns,
      reservation_type: type,
      ...columnsOf(attachment),
      deletion_protection: isProtected,
    });
    if (rows.length === 0) throw poolExhausted();
    return publicIpId;
  }

  /** Attaches a free address. @throws DomainError 409 `reserved_ip_in_use` when another request was faster */
  async attach(publicIpId: string, attachment: Attachment): Promise<void> {
    const rows = await this.#sql.query(attach, {
      workspace_id: this.#workspaceId,
      public_ip_id: publicIpId,
      ...columnsOf(attachment),
    });
    if (rows.length === 0) throw reservedIpInUse();
  }

  /** Attaches a reserved IP, or else an address of the site that the platform assigns until it is detached. */
  async attachOrAssign(publicIpId: string | undefined, siteId: string, attachment: Attachment): Promise<void> {
    if (publicIpId !== undefined) await this.attach(publicIpId, attachment);
    else await this.insert({ siteId, label: "", reverseDns: "", type: "platform_assigned", attachment });
  }

  /** Detaches an address. The workspace keeps a reserved one. A platform-assigned one returns to the pool. */
  async detach(row: Pick<ReservedIpRow, "public_ip_id" | "reservation_type">): Promise<void> {
    await this.#sql.query(row.reservation_type === "platform_assigned" ? remove : detach, {
      workspace_id: this.#workspaceId,
      public_ip_id: row.public_ip_id,
    });
  }

  /** Detaches an address that is attached elsewhere in the same transaction. Also keeps a platform-assigned one. */
  async detachToMove(publicIpId: string): Promise<void> {
    await this.#sql.query(detach, { workspace_id: this.#workspaceId, public_ip_id: publicIpId });
  }

  async update(publicIpId: string, { label, reverse_dns, deletion_protection }: UpdateReservedIp): Promise<void> {
    await this.#sql.query(update, {
      workspace_id: this.#workspaceId,
      public_ip_id: publicIpId,
      label: label ?? null,
      reverse_dns: reverse_dns ?? null,
      deletion_protection: deletion_protection ?? null,
    });
  }

  async delete(publicIpId: string): Promise<void> {
    await this.#sql.query(remove, { workspace_id: this.#workspaceId, public_ip_id: publicIpId });
  }
}

interface AttachmentColumns {
  readonly attached_vm_id: string | null;
  readonly attached_allocation_id: string | null;
  readonly attached_nat_gateway_id: string | null;
  readonly attached_load_balancer_id: string | null;
}

const UNATTACHED: AttachmentColumns = {
  attached_vm_id: null,
  attached_allocation_id: null,
  attached_nat_gateway_id: null,
  attached_load_balancer_id: null,
};

function columnsOf(attachment: Attachment | null): AttachmentColumns {
  if (attachment === null) return UNATTACHED;
  if ("vmId" in attachment)
    return { ...UNATTACHED, attached_vm_id: attachment.vmId, attached_allocation_id: attachment.allocationId };
  return "natGatewayId" in attachment
    ? { ...UNATTACHED, attached_nat_gateway_id: attachment.natGatewayId }
    : { ...UNATTACHED, attached_load_balancer_id: attachment.loadBalancerId };
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
