import type { CloudVm, GpuVm, VmStatus, VmType } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { inEachOrder, type ListPosition, type Sort } from "../query/list-order.ts";
import { contains } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";

/** A VM as lists read it. */
export interface VmRow {
  vm_id: string;
  name: string;
  status: VmStatus;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  gpu_model: string | null;
  gpu_count: number;
  os_type: string;
  os_distro: string;
  plan_name: string | null;
  public_ip: string | null;
  private_ip: string | null;
  tags: string[];
  created_at: Date;
  updated_at: Date | null;
}

export interface VmFilter {
  readonly type: VmType;
  readonly status?: VmStatus | undefined;
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
  readonly site_id?: string | undefined;
  readonly search?: string | undefined;
}

/** The columns of a VmRow, of a VM `v` and its plan `p`. */
export const VM_COLUMNS = `v.vm_id, v.name, v.status::text, v.cpu, v.ram_mb, v.disk_gb, v.gpu_model, v.gpu_count, v.os_type, v.os_distro,
  p.name AS plan_name, v.public_ip, v.private_ip, v.tags, v.created_at, v.updated_at`;

const lists = inEachOrder({
  name: "vm_list",
  by: "name",
  column: "v.name",
  id: "v.vm_id",
  text: ({ after, orderBy }) => `
    SELECT ${VM_COLUMNS} FROM vm v JOIN plan p ON p.plan_id = v.plan_id
     WHERE v.workspace_id = $1::bigint AND v.type = $2::vm_type AND v.deleted_at IS NULL
       AND ${after("$3")}
       AND ($4::vm_status IS NULL OR v.status = $4::vm_status)
       AND ($5::text IS NULL OR v.name = $5)
       AND ($6::text IS NULL OR $6 = ANY (v.tags))
       AND ($7::text IS NULL OR v.site_id = $7)
       AND ${contains("v.name", "$8")}
     ORDER BY ${orderBy} LIMIT $9`,
});

const exists = statement(
  "vm_exists",
  "SELECT FROM vm WHERE workspace_id = $1::bigint AND vm_id = $2 AND type = $3::vm_type",
);

/** The VMs of one workspace. */
export class VmRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * In the order of `sort`, `limit` at most, those behind a position. One index scan, on vm_list_idx or
   * vm_name_order_idx.
   */
  list(filter: VmFilter, sort: Sort<"name">, after: ListPosition | null, limit: number): Promise<VmRow[]> {
    const { type, status, name, tag, site_id, search } = filter;
    const values = [
      this.#workspaceId,
      type,
      after,
      status ?? null,
      name ?? null,
      tag ?? null,
      site_id ?? null,
      search ?? null,
      limit,
    ];
    return this.#sql.queryAs<VmRow>(lists[sort], values);
  }

  /** Deleted ones too: they stay readable until they are purged. */
  async exists(type: VmType, vmId: string): Promise<boolean> {
    return (await this.#sql.query(exists, [this.#workspaceId, vmId, type])).length > 0;
  }
}

/** Field by field: lists are long, and a rest of a row costs several times as much. */
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
  };
}

export function toGpuVm(row: VmRow): GpuVm {
  return { ...toCloudVm(row), gpu_model: row.gpu_model ?? "", gpu_count: row.gpu_count };
}
