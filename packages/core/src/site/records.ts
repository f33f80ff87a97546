import type { ResourceRecord } from "@fulmar/providers";
import { z } from "zod";

/** How a record keeps the rows of one table. */
interface RecordedTable {
  readonly key: readonly string[];
  /**
   * Columns that a record leaves out: what is of the moment, and what is secret. Who adopts the row says what they are
   * then.
   */
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
 * The tables of records, in an order in which a row comes after those that it refers to. A record is what it takes to
 * make the rows of a resource again where the database has lost them (`ResourceRecord` of the providers).
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
      "operation_id",
      "failed_operation_id",
      "public_ip",
      "private_ip",
      "updated_at",
      "deleted_at",
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
  public_address: { key: ["address"], ...LINKED },
  firewall_group: { key: ["firewall_group_id"], ...LINKED },
  firewall_rule: { key: ["rule_id"], ...LINKED },
  firewall_group_vm: { key: ["workspace_id", "firewall_group_id", "vm_id"], ...LINKED },
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
      "reclaimed_at",
    ],
  },
  backup_policy: {
    key: ["policy_id"],
    leftOut: ["next_run_at", "start_at", "wait_until", "last_run_at", "last_status"],
  },
  snapshot_set: { key: ["snapshot_set_id"], leftOut: [...CAPTURED, "updated_at"] },
  backup: { key: ["backup_id"], leftOut: [...CAPTURED, "size_bytes", "started_at", "finished_at", "expires_at"] },
} as const satisfies Readonly<Record<string, RecordedTable>>;
export type RecordedTableName = keyof typeof RECORDED;

/**
 * In SQL: the row of a statement as a record keeps it. @param row the table's name in the statement, where that is
 * another one
 */
function kept(table: RecordedTableName, row: string): string {
  const leftOut: readonly string[] = RECORDED[table].leftOut;
  return leftOut.length === 0 ? `to_jsonb(${row})` : `to_jsonb(${row}) - '{${leftOut.join(",")}}'::text[]`;
}

/** In SQL: the one row that a statement has at hand. */
export const rowAtHand = (table: RecordedTableName, row: string = table) => `jsonb_build_array(${kept(table, row)})`;

/**
 * In SQL: the rows of a table for which a condition holds; `x` is the row, and `from` is for what the condition needs
 * besides.
 */
export const rowsWhere = (table: RecordedTableName, condition: string, from = "") =>
  `coalesce((SELECT jsonb_agg(${kept(table, "x")}) FROM ${table} x ${from} WHERE ${condition}), '[]')`;

/** In SQL: a record, of rows by table. A worker has named the installation before it makes anything at a site. */
export function recordOf(rows: { readonly [Table in RecordedTableName]?: string }): string {
  const tables = Object.entries(rows).map(([table, sql]) => `'${table}', ${sql}`);
  return `jsonb_build_object('installation_id', coalesce((SELECT i.installation_id FROM installation i), ''), 'rows', jsonb_build_object(${tables.join(", ")}))`;
}

const Rows = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** A record as a statement with `recordOf` answers it. */
export function toRecord({
  installation_id,
  rows,
}: {
  readonly installation_id: string;
  readonly rows: object;
}): ResourceRecord {
  return { installation_id, rows: Rows.parse(rows) };
}

/**
 * In SQL: the reserved addresses that are attached to something, and the public addresses that they are. @param
 * condition over a reservation
 */
export const addressesWhere = (condition: (reservation: string) => string) => ({
  reserved_ip: rowsWhere("reserved_ip", condition("x")),
  public_address: rowsWhere("public_address", condition("r"), "JOIN reserved_ip r ON r.public_ip_id = x.public_ip_id"),
});
