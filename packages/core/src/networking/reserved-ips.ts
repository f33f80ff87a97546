import { type Blocker, ReservedIp } from "@fulmar/contract";
import { type RowOf, statement, type ValuesOf } from "@fulmar/prisma";
import { requireSite } from "../catalog/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import { type Workspace, workspaceIds } from "../request/caller.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import {
  conflict,
  type DomainError,
  deletionProtected,
  found,
  mayPass,
  shownProtection,
} from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { isInUse } from "../site/index.ts";
import type { NetworkedVm } from "./address-holders.ts";
import { hasFreeAddress, poolExhausted } from "./public-addresses.ts";
import type { Sited } from "./require-same-site.ts";

const SKU = "ip.reserved";

/** An arbitrary constant that separates this lock from other advisory locks of the database. */
const CHANGE_LOCK = 1_718_580_002;

const records = `
  SELECT r.public_ip_id, host(a.address) AS address, r.site_id, r.label, r.reverse_dns, r.reservation_type::text,
         r.deletion_protection,
         r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id,
         coalesce(v.name, g.name, b.name) AS attached_resource_name,
         v.type::text AS attached_vm_type, coalesce(n.vpc_id, g.vpc_id, b.vpc_id) AS attached_vpc_id,
         coalesce(n.subnet_id, b.subnet_id) AS attached_subnet_id, r.created_at, r.updated_at,
         a.isolated_at, a.isolated_reason
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
     AND r.public_ip_id < $after
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
        SELECT a.address FROM public_address a WHERE a.site_id = $site_id AND NOT ${isInUse("a")}
         ORDER BY a.last_assigned_at NULLS FIRST, a.address LIMIT 1 FOR UPDATE SKIP LOCKED)
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

export type ReservedIpRow = RowOf<typeof get>;

/** The resource that an address is attached to. `attached_allocation_id` is the VM's node that carries it, if any. */
type Attachment =
  | { readonly attached_vm_id: string; readonly attached_allocation_id: string | null }
  | { readonly attached_nat_gateway_id: string }
  | { readonly attached_load_balancer_id: string };

export const UNATTACHED = {
  attached_vm_id: null,
  attached_allocation_id: null,
  attached_nat_gateway_id: null,
  attached_load_balancer_id: null,
};

function reservedIpInUse(blockers?: readonly Blocker[]): DomainError {
  return conflict("reserved_ip_in_use", "The reserved IP is attached to a resource; detach it first.", blockers);
}

/** The resource that an address is attached to, as a blocker. Undefined when the address is free. */
export function attachmentBlocker(row: ReservedIpRow): Blocker | undefined {
  const name = row.attached_resource_name ?? "";
  if (row.attached_vm_id !== null)
    return { type: `${row.attached_vm_type ?? "cloud"}_vm`, id: row.attached_vm_id, name };
  if (row.attached_nat_gateway_id !== null) return { type: "nat_gateway", id: row.attached_nat_gateway_id, name };
  if (row.attached_load_balancer_id !== null) return { type: "load_balancer", id: row.attached_load_balancer_id, name };
  return undefined;
}

/** A reserved IP with its site, as a blocker. */
export function sitedReservedIp({ site_id: siteId, public_ip_id: id, address: name }: ReservedIpRow): Sited {
  return { siteId, blocker: { type: "reserved_ip", id, name } };
}

const shown = wireForm(ReservedIp);

export function toReservedIp({ deletion_protection, ...row }: ReservedIpRow, workspace: Workspace): ReservedIp {
  const { attached_vm_id, attached_nat_gateway_id, attached_load_balancer_id } = row;
  const attached_resource_id = attached_vm_id ?? attached_nat_gateway_id ?? attached_load_balancer_id;
  const holder = attached_vm_id !== null ? "vm" : attached_nat_gateway_id !== null ? "nat_gateway" : "load_balancer";
  return shown({
    ...row,
    ...workspaceIds(workspace),
    status: attached_resource_id === null ? "reserved" : "attached",
    attached_resource_type: attached_resource_id === null ? null : holder,
    attached_resource_id,
    ...shownProtection(deletion_protection),
  });
}

/** @throws DomainError 409 `reserved_ip_in_use` that names the resource of the attachment */
export function requireFree(reservedIp: ReservedIpRow): void {
  const blocker = attachmentBlocker(reservedIp);
  if (blocker !== undefined) throw reservedIpInUse([blocker]);
}

/**
 * A VM has at most one public address.
 * @throws DomainError 409 `vm_has_public_ip` that names the address it has
 */
export async function requireVmWithoutIp({ sql, workspace }: InWorkspace, { vm_id }: NetworkedVm): Promise<void> {
  const present = await sql.maybe(findOfVm, { workspace_id: workspace.id, vm_id });
  if (present === undefined) return;
  throw conflict("vm_has_public_ip", "The VM has a public address already; detach that first.", [
    { type: "reserved_ip", id: present.public_ip_id, name: present.address },
  ]);
}

export function reservedIpOfBalancer(
  { sql, workspace }: InWorkspace,
  load_balancer_id: string,
): Promise<ReservedIpRow | undefined> {
  return sql.maybe(findOfLoadBalancer, { workspace_id: workspace.id, load_balancer_id });
}

export function findReservedIp(
  { sql, workspace }: InWorkspace,
  public_ip_id: string,
): Promise<ReservedIpRow | undefined> {
  return sql.maybe(get, { workspace_id: workspace.id, public_ip_id });
}

/** @throws DomainError 404 */
export async function readReservedIp(context: InWorkspace, public_ip_id: string): Promise<ReservedIpRow> {
  return found(await findReservedIp(context, public_ip_id), "reserved IP");
}

/**
 * Locks and reads a reserved IP until the transaction ends.
 * @throws DomainError 404; 409 `reserved_ip_isolated` while an operator isolates it
 */
export async function lockReservedIp(context: InWorkspace, public_ip_id: string): Promise<ReservedIpRow> {
  const { sql, workspace } = context;
  found(await sql.maybe(lock, { workspace_id: workspace.id, public_ip_id }), "reserved IP");
  const row = await readReservedIp(context, public_ip_id);
  if (row.isolated_reason !== null)
    throw conflict(
      "reserved_ip_isolated",
      `An operator isolates the address (${row.isolated_reason}); ask the cloud's support.`,
    );
  return row;
}

/**
 * Serializes the attach and detach requests of the workspace until the transaction ends. Row locks cannot be ordered
 * here, because the VM to lock is only known after reading the address.
 */
export async function beginAddressChange({ sql, workspace }: InWorkspace): Promise<void> {
  await sql.query(beginChange, { workspace_id: workspace.id });
}

/** Attaches a free address. @throws DomainError 409 `reserved_ip_in_use` when another request was faster */
export async function attachAddress(
  { sql, workspace }: InWorkspace,
  public_ip_id: string,
  attachment: Attachment,
): Promise<void> {
  const values = { workspace_id: workspace.id, public_ip_id, ...UNATTACHED, ...attachment };
  if ((await sql.maybe(attach, values)) === undefined) throw reservedIpInUse();
}

/**
 * Attaches a reserved IP, or else an address of the site that the platform assigns until it is detached.
 * @throws DomainError 409 `reserved_ip_in_use` or `address_pool_exhausted`
 */
export async function attachOrAssign(
  context: InWorkspace,
  public_ip_id: string | undefined,
  site_id: string,
  attachment: Attachment,
): Promise<void> {
  if (public_ip_id !== undefined) return attachAddress(context, public_ip_id, attachment);
  const assigned = { site_id, label: "", reverse_dns: "", deletion_protection: false };
  await takeAddress(context, { ...assigned, reservation_type: "platform_assigned", ...UNATTACHED, ...attachment });
}

/** Takes a free address of the site's pool. @throws DomainError 409 `address_pool_exhausted` */
async function takeAddress(
  { sql, workspace }: InWorkspace,
  values: Omit<ValuesOf<typeof insert>, "workspace_id" | "public_ip_id">,
): Promise<string> {
  const row = await sql.maybe(insert, { ...values, workspace_id: workspace.id, public_ip_id: newId("ip") });
  if (row === undefined) throw poolExhausted();
  return row.public_ip_id;
}

/** Detaches an address. The workspace keeps a reserved one. A platform-assigned one returns to the pool. */
export async function detachAddress(
  { sql, workspace }: InWorkspace,
  { public_ip_id, reservation_type }: Pick<ReservedIpRow, "public_ip_id" | "reservation_type">,
): Promise<void> {
  const end = reservation_type === "platform_assigned" ? remove : detach;
  await sql.query(end, { workspace_id: workspace.id, public_ip_id });
}

/** Locks and detaches the address of a holder that ends. Another request may have detached it meanwhile. */
export async function releaseAddress(context: InWorkspace, public_ip_id: string): Promise<void> {
  const { sql, workspace } = context;
  const locked = await sql.maybe(lock, { workspace_id: workspace.id, public_ip_id });
  const row = locked && (await findReservedIp(context, public_ip_id));
  if (row !== undefined) await detachAddress(context, row);
}

/** Detaches an address that is attached elsewhere in the same transaction. Also keeps a platform-assigned one. */
export async function detachToMove({ sql, workspace }: InWorkspace, public_ip_id: string): Promise<void> {
  await sql.query(detach, { workspace_id: workspace.id, public_ip_id });
}

export const reserveIp: Handler<"reservedIp.create"> = async (context, input) => {
  await requireSite(context, input.site_id);
  if (!(await hasFreeAddress(context.sql, input.site_id))) throw poolExhausted();
  await context.admit({ skuCode: SKU });
  const public_ip_id = await takeAddress(context, { ...input, reservation_type: "user_reserved", ...UNATTACHED });
  return toReservedIp(await readReservedIp(context, public_ip_id), context.workspace);
};

export const listReservedIps: Handler<"reservedIp.list"> = async (
  { sql, workspace },
  { limit, cursor, status, site_id, search },
) => {
  const [first, other] = new Set(status);
  const rows = await sql.query(list, {
    workspace_id: workspace.id,
    after: olderThan(cursor, "ip"),
    attached: first === undefined || other !== undefined ? undefined : first === "attached",
    site_ids: site_id,
    search,
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.public_ip_id,
    (row) => toReservedIp(row, workspace),
  );
};

export const getReservedIp: Handler<"reservedIp.get"> = async (context, { reserved_ip_id }) =>
  toReservedIp(await readReservedIp(context, reserved_ip_id), context.workspace);

/** Changes the fields that are sent. */
export const updateReservedIp: Handler<"reservedIp.update"> = async (context, { reserved_ip_id, ...change }) => {
  const { sql, workspace } = context;
  const { label, reverse_dns, deletion_protection } = change;
  const values = { workspace_id: workspace.id, public_ip_id: reserved_ip_id, label, reverse_dns, deletion_protection };
  if (Object.values(change).some((value) => value !== undefined)) await sql.query(update, values);
  return toReservedIp(await readReservedIp(context, reserved_ip_id), workspace);
};

/** Returns an address to the site's pool. */
export const deleteReservedIp: Handler<"reservedIp.delete"> = async (context, { reserved_ip_id }) => {
  const { sql, workspace } = context;
  const row = await lockReservedIp(context, reserved_ip_id);
  if (row.deletion_protection) throw deletionProtected("reserved IP");
  const blocker = attachmentBlocker(row);
  if (blocker !== undefined) throw mayPass(reservedIpInUse([blocker]));
  await sql.query(remove, { workspace_id: workspace.id, public_ip_id: reserved_ip_id });
  return { status: "deleted", id: reserved_ip_id };
};
