import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { conflict } from "../request/domain-error.ts";
import type { AdoptedRows, AdoptedTable, Row } from "./adopted-rows.ts";

type Fit = (sql: Sql, rows: readonly Row[], made: AdoptedRows) => Promise<readonly Row[]>;

const served = statement(
  "adopt_served",
  "SELECT subnet_id || ' ' || nat_gateway_id AS id FROM nat_gateway_subnet WHERE subnet_id = ANY ($ids::text[])",
);
const subnets = statement("adopt_subnets", "SELECT subnet_id AS id FROM subnet WHERE subnet_id = ANY ($ids::text[])");
const nodes = statement(
  "adopt_nodes",
  "SELECT allocation_id AS id FROM vpc_node WHERE allocation_id = ANY ($ids::text[])",
);
const vms = statement("adopt_vms", "SELECT vm_id AS id FROM vm WHERE vm_id = ANY ($ids::text[])");
const backups = statement("adopt_backups", "SELECT backup_id AS id FROM backup WHERE backup_id = ANY ($ids::text[])");
type IdStatement = typeof served | typeof subnets | typeof nodes | typeof vms | typeof backups;

const defaults = statement(
  "adopt_defaults",
  `SELECT workspace_id::text AS id FROM firewall_group
    WHERE is_default AND workspace_id = ANY ($workspace_ids::bigint[])`,
);
const policies = statement(
  "adopt_policies",
  "SELECT vm_id, policy_id FROM backup_policy WHERE vm_id = ANY ($vm_ids::text[])",
);

const takenNodes = statement(
  "adopt_taken_nodes",
  `SELECT host(n.private_ip) AS address, v.name, v.vm_id
     FROM jsonb_to_recordset($rows::jsonb) AS r (subnet_id text, private_ip inet)
     JOIN vpc_node n ON n.subnet_id = r.subnet_id AND n.private_ip = r.private_ip
     JOIN vm v USING (workspace_id, vm_id)`,
);

/** Fits the rows of a record to later changes: rows that they refer to may have been deleted or replaced. */
const FITS: Readonly<Partial<Record<AdoptedTable, Fit>>> = {
  nat_gateway_subnet: async (sql, rows) =>
    withReferenced(rows, await idsOf(sql, subnets, rows, "subnet_id"), ({ subnet_id }) => subnet_id),
  async vpc_node(sql, rows) {
    const [taken] = await sql.query(takenNodes, { rows: JSON.stringify(rows) });
    if (taken !== undefined) {
      throw conflict(
        "address_taken",
        `The private address ${taken.address} was given to ${taken.name} (${taken.vm_id}) since; detach that VM first.`,
      );
    }
    const pairs = await idsOf(sql, served, rows, "subnet_id");
    return rows.map((row) =>
      pairs.has(`${row.subnet_id} ${row.nat_gateway_id}`) ? row : { ...row, nat_gateway_id: null },
    );
  },
  port_forward: async (sql, rows) =>
    withReferenced(rows, await idsOf(sql, nodes, rows, "allocation_id"), ({ allocation_id }) => allocation_id),
  load_balancer_target: async (sql, rows) => {
    const present = await idsOf(sql, vms, rows, "vm_id");
    return rows.filter(({ vm_id }) => vm_id === null || present.has(String(vm_id)));
  },
  // A workspace has one default group. A newer one stays the default.
  async firewall_group(sql, rows) {
    const taken = new Set(
      (await sql.query(defaults, { workspace_ids: valuesOf(rows, "workspace_id").map(BigInt) })).map(({ id }) => id),
    );
    return rows.map((row) => {
      const isDefault = row.is_default === true && !taken.has(String(row.workspace_id));
      if (isDefault) taken.add(String(row.workspace_id));
      return { ...row, is_default: isDefault };
    });
  },
  // A group that exists in the database keeps its rules.
  firewall_rule: async (_sql, rows, { firewall_group = [] }) =>
    rows.filter((rule) => firewall_group.some(({ firewall_group_id }) => firewall_group_id === rule.firewall_group_id)),
  // A VM has one policy. One that exists in the database stays.
  async backup_policy(sql, rows) {
    const present = await presentPolicies(sql, rows);
    const newest = new Map(rows.map((row) => [row.vm_id, row]));
    return [...newest.values()].filter(({ vm_id }) => !present.has(String(vm_id)));
  },
  async backup(sql, rows) {
    const policyOf = await presentPolicies(sql, rows);
    const there = await idsOf(sql, backups, rows, "parent_backup_id");
    const ids = new Set(rows.map(({ backup_id }) => backup_id));
    for (const { backup_id, parent_backup_id: parent } of rows) {
      if (parent === null || there.has(String(parent)) || ids.has(parent)) continue;
      throw conflict(
        "parent_backup_missing",
        `The backup ${backup_id} depends on ${String(parent)}, which neither the database nor the site has.`,
      );
    }
    // Ids sort by creation, so a parent comes before its children.
    const sorted = rows.toSorted((a, b) => (String(a.backup_id) < String(b.backup_id) ? -1 : 1));
    return sorted.map((row) =>
      row.policy_id === null ? row : { ...row, policy_id: policyOf.get(String(row.vm_id)) ?? null },
    );
  },
};

/**
 * The rows of a table as they can be inserted now.
 * @param made the rows inserted before
 * @throws DomainError 409 that names the blocker
 */
export async function fitRows(
  sql: Sql,
  table: AdoptedTable,
  rows: readonly Row[],
  made: AdoptedRows,
): Promise<readonly Row[]> {
  return FITS[table]?.(sql, rows, made) ?? rows;
}

function withReferenced(rows: readonly Row[], present: ReadonlySet<string>, id: (row: Row) => unknown): readonly Row[] {
  return rows.filter((row) => present.has(String(id(row))));
}

async function idsOf(sql: Sql, of: IdStatement, rows: readonly Row[], column: string): Promise<ReadonlySet<string>> {
  return new Set((await sql.query(of, { ids: valuesOf(rows, column) })).map(({ id }) => id));
}

function valuesOf(rows: readonly Row[], column: string): string[] {
  return rows.flatMap((row) => (row[column] == null ? [] : [String(row[column])]));
}

async function presentPolicies(sql: Sql, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const present = await sql.query(policies, { vm_ids: valuesOf(rows, "vm_id") });
  return new Map(present.map(({ vm_id, policy_id }) => [vm_id, policy_id]));
}

/** The tables with unique names: the columns of the scope besides the workspace, and a condition on rows that count. */
const NAMED = {
  vpc: { scope: [], living: "true" },
  subnet: { scope: [], living: "true" },
  nat_gateway: { scope: [], living: "true" },
  vm: { scope: ["type"], living: "x.deleted_at IS NULL" },
  load_balancer: { scope: [], living: "true" },
  firewall_group: { scope: [], living: "true" },
  volume: { scope: [], living: "x.deleted_at IS NULL" },
  snapshot_set: { scope: ["vm_id"], living: "x.deleted_at IS NULL AND x.status NOT IN ('failed', 'cancelled')" },
} as const satisfies Partial<Record<AdoptedTable, { readonly scope: readonly string[]; readonly living: string }>>;
type NamedTable = keyof typeof NAMED;

function isNamed(table: string): table is NamedTable {
  return Object.hasOwn(NAMED, table);
}

/** The columns of a unique name, including the name. */
function nameColumns(table: NamedTable): readonly string[] {
  return ["workspace_id", "name", ...NAMED[table].scope];
}

function takenNames(table: NamedTable) {
  const same = nameColumns(table).map(
    (column) => `x.${column} = (jsonb_populate_record(NULL::${table}, r.item)).${column}`,
  );
  return statement(
    `adopt_taken_${table}`,
    `SELECT r.place::int - 1 AS place FROM jsonb_array_elements($rows::jsonb) WITH ORDINALITY AS r (item, place)
      WHERE EXISTS (SELECT FROM ${table} x WHERE ${[...same, NAMED[table].living].join(" AND ")})`,
  );
}

/** The indexes of rows in a list whose names are taken. */
const TAKEN = new Map(
  Object.keys(NAMED)
    .filter(isNamed)
    .map((table) => [table, takenNames(table)]),
);

const LONGEST_NAME = 63;
const ID_END = 4;

/** Adds the end of its id to the name of each row whose name is taken. */
export async function renamed(sql: Sql, table: AdoptedTable, rows: readonly Row[]): Promise<readonly Row[]> {
  const query = isNamed(table) ? TAKEN.get(table) : undefined;
  if (!isNamed(table) || query === undefined || rows.length === 0) return rows;
  const taken = new Set((await sql.query(query, { rows: JSON.stringify(rows) })).map(({ place }) => place));
  const used = new Set<string>();
  return rows.map((row, place) => {
    const name = z.string().parse(row.name);
    const scope = nameColumns(table)
      .map((column) => row[column])
      .join("/");
    const isFree = !taken.has(place) && !used.has(scope);
    used.add(scope);
    return isFree ? row : { ...row, name: otherName(name, z.string().parse(row[`${table}_id`])) };
  });
}

function otherName(name: string, id: string): string {
  return `${name.slice(0, LONGEST_NAME - ID_END - 1).trimEnd()}-${id.slice(-ID_END)}`;
}
