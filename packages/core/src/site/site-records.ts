import type { SiteRecord } from "@fulmar/providers";
import { z } from "zod";

/** The rows of one table in a record. */
interface RecordedTable {
  readonly key: readonly string[];
  /** Columns that a record leaves out because they are transient or secret. Adopting the row supplies them. */
  readonly leftOut: readonly string[];
}

const LINKED = { leftOut: [] };
const CAPTURED = [
  "status",
  "artifacts",
  "restored",
  "operation_id",
  "restore_operation_id",
  "error_code",
  "error_message",
  "deleted_at",
];

/**
 * The tables of records, ordered so that a row comes after the rows that it refers to. A record has what is needed to
 * insert the rows of a resource again after the database has lost them (`SiteRecord` of the providers).
 */
export const RECORDED = {
  vpc: { key: ["vpc_id"], leftOut: ["status"] },
  subnet: { key: ["subnet_id"], leftOut: ["status", "error_message"] },
  nat_gateway: { key: ["nat_gateway_id"], ...LINKED },
  nat_gateway_subnet: { key: ["subnet_id"], ...LINKED },
  vm: {
    key: ["vm_id"],
    leftOut: [
      "status",
      "user_data",
      "sealed_user_data",
      "operation_id",
      "failed_operation_id",
      "public_ip",
      "private_ip",
      "updated_at",
      "deleted_at",
      "restorable_until",
      "kept_links",
      "keep_backups",
      "keep_snapshots",
      "host_id",
      "next_host_id",
      "lost_power",
      "next_cpu",
      "next_ram_mb",
      "next_gpu_model",
      "next_gpu_count",
      "placement_group_id",
    ],
  },
  vpc_node: { key: ["allocation_id"], ...LINKED },
  port_forward: { key: ["port_forward_id"], ...LINKED },
  load_balancer: {
    key: ["load_balancer_id"],
    leftOut: [
      "revision",
      "applied_revision",
      "applied_at",
      "apply_at",
      "apply_waited",
      "apply_attempts",
      "error_code",
      "error_message",
    ],
  },
  load_balancer_pool: { key: ["load_balancer_id", "pool_id"], ...LINKED },
  load_balancer_target: { key: ["load_balancer_id", "target_id"], ...LINKED },
  load_balancer_listener: { key: ["load_balancer_id", "listener_id"], ...LINKED },
  load_balancer_rule: { key: ["load_balancer_id", "listener_id", "position"], ...LINKED },
  reserved_ip: { key: ["public_ip_id"], ...LINKED },
  public_address: { key: ["address"], leftOut: ["isolated_by"] },
  firewall_group: { key: ["firewall_group_id"], ...LINKED },
  firewall_rule: { key: ["rule_id"], ...LINKED },
  firewall_group_vm: { key: ["workspace_id", "firewall_group_id", "vm_id"], ...LINKED },
  firewall_group_subnet: { key: ["workspace_id", "firewall_group_id", "subnet_id"], ...LINKED },
  volume: {
    key: ["volume_id"],
    leftOut: [
      "status",
      "attached_vm_id",
      "device_path",
      "operation_id",
      "next_operation_id",
      "error_message",
      "updated_at",
      "deleted_at",
      "restorable_until",
      "reclaimed_at",
    ],
  },
  backup_policy: {
    key: ["policy_id"],
    leftOut: ["next_run_at", "start_at", "wait_until", "last_run_at", "last_status", "destination_id"],
  },
  vm_image: {
    key: ["image_id"],
    leftOut: [
      "status",
      "operation_id",
      "size_bytes",
      "published_at",
      "waiting_reason",
      "error_message",
      "updated_at",
      "deleted_at",
      "reclaimed_at",
    ],
  },
  image_copy: {
    key: ["copy_id"],
    leftOut: [
      "status",
      "waiting_reason",
      "error_message",
      "attempts",
      "copy_at",
      "available_at",
      "deleted_at",
      "reclaimed_at",
    ],
  },
  snapshot_set: { key: ["snapshot_set_id"], leftOut: [...CAPTURED, "updated_at"] },
  backup: { key: ["backup_id"], leftOut: [...CAPTURED, "size_bytes", "started_at", "finished_at", "expires_at"] },
} as const satisfies Readonly<Record<string, RecordedTable>>;
export type RecordedTableName = keyof typeof RECORDED;

/**
 * SQL: a row of a statement as a record stores it.
 * @param row the table's alias in the statement, if it has one
 */
function kept(table: RecordedTableName, row: string): string {
  const leftOut: readonly string[] = RECORDED[table].leftOut;
  return leftOut.length === 0 ? `to_jsonb(${row})` : `to_jsonb(${row}) - '{${leftOut.join(",")}}'::text[]`;
}

/** SQL: a list of the statement's current row. */
export const rowAtHand = (table: RecordedTableName, row: string = table) => `jsonb_build_array(${kept(table, row)})`;

/** SQL: the rows of a table that match a condition. `x` is the row. `from` joins the other tables of the condition. */
export const rowsWhere = (table: RecordedTableName, condition: string, from = "") =>
  `coalesce((SELECT jsonb_agg(${kept(table, "x")}) FROM ${table} x ${from} WHERE ${condition}), '[]')`;

/** SQL: a record, of rows by table. The installation has a name before a worker creates anything at a site. */
export function recordOf(rows: { readonly [Table in RecordedTableName]?: string }): string {
  const tables = Object.entries(rows).map(([table, sql]) => `'${table}', ${sql}`);
  return `jsonb_build_object('installation_id', coalesce((SELECT i.installation_id FROM installation i), ''), 'rows',
                             jsonb_build_object(${tables.join(", ")}))`;
}

const Rows = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** The record of a row that a statement with `recordOf` answers. */
export function toRecord({
  installation_id,
  rows,
}: {
  readonly installation_id: string;
  readonly rows: object;
}): SiteRecord {
  return { installation_id, rows: Rows.parse(rows) };
}

/**
 * SQL: the attached reserved IPs and their public addresses.
 * @param condition over a reservation
 */
export const addressesWhere = (condition: (reservation: string) => string) => ({
  reserved_ip: rowsWhere("reserved_ip", condition("x")),
  public_address: rowsWhere("public_address", condition("r"), "JOIN reserved_ip r ON r.public_ip_id = x.public_ip_id"),
});
