import {
  type CloudVm,
  CloudVmDetail,
  type GpuVm,
  GpuVmDetail,
  type Page,
  VmMaintenance,
  type VmType,
} from "@fulmar/contract";
import { lookup, type RowOf } from "@fulmar/prisma";
import { inEachOrder, keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains, hasAny, isAmong } from "../query/search.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { InWorkspace } from "../request/context.ts";
import { found, shownProtection } from "../request/domain-error.ts";
import { isTouchedBy, NEXT_MAINTENANCE } from "./maintenance.ts";
import { type VmInput, vmNoun } from "./vm-guards.ts";

/** Of a VM `v` and its plan `p`. */
const VM_COLUMNS = `v.vm_id, v.name, v.status::text, v.cpu, v.ram_mb, v.disk_gb, v.gpu_model, v.gpu_count, v.os_type,
  v.os_distro, p.name AS plan_name, v.site_id, v.plan_id, trim_scale(v.monthly_price)::text AS monthly_price,
  v.public_ip, v.private_ip, v.tags, v.deletion_protection, v.restorable_until, v.created_at, v.updated_at,
  v.held_at, ${NEXT_MAINTENANCE} AS maintenance`;

const listsOf = <const Name extends string>(name: Name, which: string) =>
  inEachOrder({
    name,
    by: {
      name: "v.name",
      site_id: "v.site_id",
      os_distro: "v.os_distro",
      plan_id: "v.plan_id",
      monthly_price: "v.monthly_price",
    },
    id: "v.vm_id",
    text: ({ after, orderBy }) => `
    SELECT ${VM_COLUMNS} FROM vm v JOIN plan p ON p.plan_id = v.plan_id
     WHERE v.workspace_id = $workspace_id::bigint AND v.type = $type::vm_type AND ${which}
       AND ${after("$after")}
       AND ${isAmong("v.status", "$statuses")}
       AND ($name::text IS NULL OR v.name = $name)
       AND ${hasAny("v.tags", "$tags")}
       AND ${isAmong("v.site_id", "$site_ids")}
       AND ($announcement_id::text IS NULL OR ${isTouchedBy("$announcement_id")})
       AND ${contains("v.name", "$search")}
     ORDER BY ${orderBy} LIMIT $limit`,
  });
const lists = listsOf("vm_list", "v.deleted_at IS NULL");
// Kept VMs have an index of their own.
const keptLists = listsOf("vm_list_kept", "v.restorable_until IS NOT NULL");

const get = lookup(
  "vm_get",
  `SELECT ${VM_COLUMNS}, v.template_id, v.rescue_enabled, v.adopted_at, v.held_reason,
          v.operation_id,
          ARRAY(SELECT f.firewall_group_id FROM firewall_group_vm f
                 WHERE f.workspace_id = v.workspace_id AND f.vm_id = v.vm_id
                 ORDER BY f.firewall_group_id) AS firewall_group_ids,
          ARRAY(SELECT d.volume_id FROM volume d
                 WHERE d.workspace_id = v.workspace_id AND d.attached_vm_id = v.vm_id AND d.status <> 'attaching'
                 ORDER BY d.volume_id) AS volume_ids,
          v.placement_group_id, v.dedicated,
          o.status::text AS failed_status, o.error_code AS failed_code, o.error_message AS failed_message
     FROM vm v JOIN plan p ON p.plan_id = v.plan_id
     LEFT JOIN operation o ON v.status = 'error' AND o.workspace_id = v.workspace_id
      AND o.operation_id = v.failed_operation_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

type VmRow = RowOf<(typeof lists)[keyof typeof lists]>;

/** A single VM, with the outcome of the operation that left it in error, if any. */
export type VmDetailRow = RowOf<typeof get>;

/** Copies field by field: lists are long, and a rest pattern costs several times as much per row. */
export function toCloudVm(row: VmRow): CloudVm {
  return {
    id: row.vm_id,
    name: row.name,
    status: row.status,
    cpu: row.cpu,
    ram_mb: row.ram_mb,
    disk_gb: row.disk_gb,
    os_type: row.os_type,
    os_distro: row.os_distro,
    plan_name: row.plan_name,
    public_ip: row.public_ip,
    private_ip: row.private_ip,
    tags: row.tags,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    ...shownProtection(row.deletion_protection),
    ...(row.restorable_until !== null && { restorable_until: toTimestamp(row.restorable_until) }),
    ...(row.held_at !== null && { held_at: toTimestamp(row.held_at) }),
    ...(row.maintenance !== null && { maintenance: VmMaintenance.parse(row.maintenance) }),
  };
}

export function toGpuVm(row: VmRow): GpuVm {
  return { ...toCloudVm(row), gpu_model: row.gpu_model ?? "", gpu_count: row.gpu_count };
}

/** Lists the VMs of a type in one index scan: each order has its index. Of deleted ones, those that are kept. */
export async function listVms<Item extends CloudVm>(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { limit, cursor, sort, include = [], deleted, ...filter }: VmInput<"list">,
  toItem: (row: VmRow) => Item,
): Promise<Page<Item>> {
  const rows = await sql.query((deleted ? keptLists : lists)[sort], {
    workspace_id: workspace.id,
    type,
    after: positionIn(sort, "vm", cursor),
    statuses: filter.status,
    name: filter.name,
    tags: filter.tag,
    site_ids: filter.site_id,
    announcement_id: filter.announcement_id,
    search: filter.search,
    limit: limit + 1,
  });
  const included = (row: VmRow) => Object.fromEntries(include.map((field) => [field, row[field]]));
  const wholeItem = include.length === 0 ? toItem : (row: VmRow) => ({ ...toItem(row), ...included(row) });
  return toPage(rows, limit, (row) => keyIn(sort, row.vm_id, row), wholeItem);
}

/** Reads a VM. Deleted ones stay readable until they are purged. @throws DomainError 404 */
export async function getVm({ sql, workspace }: InWorkspace, type: VmType, vm_id: string): Promise<VmDetailRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, vm_id, type }), vmNoun(type));
}

const shownCloudVm = wireForm(CloudVmDetail);
const shownGpuVm = wireForm(GpuVmDetail);

export function toCloudVmDetail(row: VmDetailRow): CloudVmDetail {
  return shownCloudVm(detailOf(row));
}

export function toGpuVmDetail(row: VmDetailRow): GpuVmDetail {
  return shownGpuVm({ ...detailOf(row), gpu_model: row.gpu_model ?? "" });
}

function detailOf(row: VmDetailRow) {
  return {
    ...row,
    id: row.vm_id,
    restorable_until: row.restorable_until ?? undefined,
    maintenance: row.maintenance && VmMaintenance.parse(row.maintenance),
    ...failureOf(row),
  };
}

/** Why a VM is in error. A cancelled operation has no error of its own, and a lost instance had no operation. */
function failureOf({ status, failed_status, failed_code, failed_message }: VmDetailRow) {
  if (status !== "error") return { error_code: null, error_message: null };
  if (failed_code !== null) return { error_code: failed_code, error_message: failed_message };
  if (failed_status !== null)
    return {
      error_code: failed_status,
      error_message: "The VM's operation was cancelled; delete the VM and create a new one.",
    };
  return {
    error_code: "instance_lost",
    error_message: "The provider no longer has this VM's instance; delete the VM and create a new one.",
  };
}
