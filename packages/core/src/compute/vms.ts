import type { CloudVm, CloudVmDetail, GpuVm, GpuVmDetail, Page, VmStatus, VmType } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { inEachOrder, keyIn, type ListPosition, positionIn, type Sort } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains, hasAny, isAmong } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound, shownProtection } from "../request/domain-error.ts";
import { vmNoun } from "./vm-guards.ts";

type VmSort = Sort<"name" | "site_id" | "os_distro" | "plan_id" | "monthly_price">;

/** The fields that items of lists have on request. */
type IncludedField = "site_id" | "monthly_price";

interface VmFilter {
  readonly type: VmType;
  readonly status?: readonly VmStatus[] | undefined;
  readonly name?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly site_id?: readonly string[] | undefined;
  readonly search?: string | undefined;
  /** Lists the deleted ones that can be restored. */
  readonly deleted: boolean;
}

/** The columns of a list, for a VM `v` and its plan `p`. */
const VM_COLUMNS = `v.vm_id, v.name, v.status::text, v.cpu, v.ram_mb, v.disk_gb, v.gpu_model, v.gpu_count, v.os_type, v.os_distro,
  p.name AS plan_name, v.site_id, v.plan_id, trim_scale(v.monthly_price)::text AS monthly_price, v.public_ip, v.private_ip, v.tags, v.deletion_protection, v.restorable_until, v.created_at, v.updated_at`;

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
       AND ${contains("v.name", "$search")}
     ORDER BY ${orderBy} LIMIT $limit`,
  });
const lists = listsOf("vm_list", "v.deleted_at IS NULL");
/** What is kept has an index of its own. */
const keptLists = listsOf("vm_list_kept", "v.restorable_until IS NOT NULL");

const get = lookup(
  "vm_get",
  `SELECT ${VM_COLUMNS}, v.template_id, v.rescue_enabled, v.adopted_at, v.operation_id,
          ARRAY(SELECT f.firewall_group_id FROM firewall_group_vm f
                 WHERE f.workspace_id = v.workspace_id AND f.vm_id = v.vm_id
                 ORDER BY f.firewall_group_id) AS firewall_group_ids,
          ARRAY(SELECT d.volume_id FROM volume d
                 WHERE d.workspace_id = v.workspace_id AND d.attached_vm_id = v.vm_id AND d.status <> 'attaching'
                 ORDER BY d.volume_id) AS volume_ids,
          o.status::text AS failed_status, o.error_code AS failed_code, o.error_message AS failed_message
     FROM vm v JOIN plan p ON p.plan_id = v.plan_id
     LEFT JOIN operation o ON v.status = 'error' AND o.workspace_id = v.workspace_id
      AND o.operation_id = v.failed_operation_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

const exists = statement(
  "vm_exists",
  "SELECT FROM vm WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND type = $type::vm_type",
);

/** A row of a VM in lists. */
type VmRow = RowOf<(typeof lists)[keyof typeof lists]>;

/** A row of a single VM, with the outcome of the operation that left it in error, if any. */
export type VmDetailRow = RowOf<typeof get>;

/** The VMs of one workspace. Deleted ones stay readable until they are purged. */
export class VmRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * Returns at most `limit` VMs after a position, in the order of `sort`. One index scan: each order has its index.
   */
  list(filter: VmFilter, sort: VmSort, after: ListPosition | null, limit: number): Promise<VmRow[]> {
    const { type, status, name, tag, site_id, search, deleted } = filter;
    return this.#sql.query((deleted ? keptLists : lists)[sort], {
      workspace_id: this.#workspaceId,
      type,
      after,
      statuses: status ?? null,
      name: name ?? null,
      tags: tag ?? null,
      site_ids: site_id ?? null,
      search: search ?? null,
      limit,
    });
  }

  async get(type: VmType, vmId: string): Promise<VmDetailRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, vm_id: vmId, type });
    return row;
  }

  async exists(type: VmType, vmId: string): Promise<boolean> {
    return (await this.#sql.query(exists, { workspace_id: this.#workspaceId, vm_id: vmId, type })).length > 0;
  }
}

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
  };
}

export function toGpuVm(row: VmRow): GpuVm {
  return { ...toCloudVm(row), gpu_model: row.gpu_model ?? "", gpu_count: row.gpu_count };
}

interface VmQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: VmSort;
  readonly include?: readonly IncludedField[] | undefined;
  readonly status?: readonly VmStatus[] | undefined;
  readonly name?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly site_id?: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly deleted: boolean;
}

/** Returns one page of the workspace's VMs of a type. */
export async function listVms<Item extends CloudVm>(
  context: RequestContext,
  type: VmType,
  { limit, cursor, sort, include = [], ...filter }: VmQuery,
  toItem: (row: VmRow) => Item,
): Promise<Page<Item>> {
  const rows = await new VmRepository(context.sql, context.workspace.id).list(
    { type, ...filter },
    sort,
    positionIn(sort, "vm", cursor),
    limit + 1,
  );
  const wholeItem = include.length === 0 ? toItem : (row: VmRow) => ({ ...toItem(row), ...pick(row, include) });
  return toPage(rows, limit, (row) => keyIn(sort, row.vm_id, row), wholeItem);
}

function pick(row: VmRow, fields: readonly IncludedField[]): Partial<Pick<VmRow, IncludedField>> {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}

/** @throws DomainError 404 */
export async function getVm(
  context: RequestContext,
  type: VmType,
  { vm_id }: { readonly vm_id: string },
): Promise<VmDetailRow> {
  const row = await new VmRepository(context.sql, context.workspace.id).get(type, vm_id);
  if (row === undefined) throw notFound(vmNoun(type));
  return row;
}

export function toCloudVmDetail(row: VmDetailRow): CloudVmDetail {
  return { ...toCloudVm(row), ...detailOf(row) };
}

export function toGpuVmDetail(row: VmDetailRow): GpuVmDetail {
  return { ...toGpuVm(row), ...detailOf(row) };
}

function detailOf(row: VmDetailRow) {
  const { site_id, monthly_price, plan_id, template_id, rescue_enabled, adopted_at, deletion_protection } = row;
  const { firewall_group_ids, volume_ids, operation_id } = row;
  return {
    site_id,
    monthly_price,
    plan_id,
    template_id,
    rescue_enabled,
    adopted_at: toTimestamp(adopted_at),
    deletion_protection,
    firewall_group_ids,
    volume_ids,
    operation_id,
    ...failureOf(row),
  };
}

/**
 * Returns why a VM is in error. A cancelled operation has no error of its own, and a lost instance had no operation.
 */
function failureOf({ status, failed_status, failed_code, failed_message }: VmDetailRow): {
  error_code: string | null;
  error_message: string | null;
} {
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
