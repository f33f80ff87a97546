import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { saveConfigurationRows } from "../load-balancing/index.ts";
import { conflict } from "../request/domain-error.ts";
import { ADOPTED_TABLES, type AdoptedRows, type AdoptedTable, keyColumns, type Row } from "./adopted-rows.ts";
import { fitRows, renamed } from "./fit-adopted-rows.ts";

/**
 * Tables that are inserted elsewhere: adopting a reserved IP takes its addresses from the pool, and adopting a load
 * balancer saves its parts.
 */
const ELSEWHERE = [
  "public_address",
  "load_balancer_pool",
  "load_balancer_target",
  "load_balancer_listener",
  "load_balancer_rule",
] as const satisfies readonly AdoptedTable[];
type InsertedTable = Exclude<AdoptedTable, (typeof ELSEWHERE)[number]>;

function isInserted(table: AdoptedTable): table is InsertedTable {
  return ELSEWHERE.every((elsewhere) => elsewhere !== table);
}

const TABLES = ADOPTED_TABLES.filter(isInserted);

function presentRows(table: InsertedTable) {
  const same = keyColumns(table).map(
    (column) => `x.${column} = (jsonb_populate_record(NULL::${table}, r.item)).${column}`,
  );
  return statement(
    `adopt_present_${table}`,
    `SELECT r.place::int - 1 AS place, x.workspace_id
       FROM jsonb_array_elements($rows::jsonb) WITH ORDINALITY AS r (item, place)
       JOIN ${table} x ON ${same.join(" AND ")}`,
  );
}

/** The indexes of rows in a list that the database has, with their workspaces. */
const PRESENT = new Map(TABLES.map((table) => [table, presentRows(table)]));

const insert = statement("adopt_insert", "SELECT insert_rows($table::regclass, $fitting::jsonb)::int AS made");

/**
 * Inserts the rows that the database does not have and leaves the others as they are. A taken name gets a suffix.
 * @throws DomainError 409 that names any other conflict
 */
export async function insertAdoptedRows(sql: Sql, rows: AdoptedRows): Promise<void> {
  const made: Partial<Record<AdoptedTable, readonly Row[]>> = {};
  for (const table of TABLES) {
    const fresh = await withoutPresent(sql, table, rows[table] ?? []);
    if (fresh.length === 0) continue;
    const fitting = await renamed(sql, table, await fitRows(sql, table, fresh, made));
    if (fitting.length === 0) continue;
    const result = await sql.one(insert, { table, fitting: JSON.stringify(fitting) });
    if ((result.made ?? 0) < fitting.length) throw inTheWay(table, fitting);
    made[table] = fitting;
  }
  for (const balancer of made.load_balancer ?? []) await saveParts(sql, balancer, rows);
}

async function saveParts(sql: Sql, { workspace_id, load_balancer_id }: Row, rows: AdoptedRows): Promise<void> {
  const partsOf = (table: AdoptedTable) =>
    (rows[table] ?? []).filter((row) => row.load_balancer_id === load_balancer_id);
  const parts = {
    pools: partsOf("load_balancer_pool"),
    targets: await fitRows(sql, "load_balancer_target", partsOf("load_balancer_target"), rows),
    listeners: partsOf("load_balancer_listener"),
    rules: partsOf("load_balancer_rule"),
  };
  await saveConfigurationRows(sql, BigInt(String(workspace_id)), String(load_balancer_id), parts);
}

/** @throws DomainError 409 for a row of another workspace */
async function withoutPresent(sql: Sql, table: InsertedTable, rows: readonly Row[]): Promise<readonly Row[]> {
  const query = PRESENT.get(table);
  if (query === undefined || rows.length === 0) return [];
  const present = await sql.query(query, { rows: JSON.stringify(rows) });
  const workspaces = new Map(present.map(({ place, workspace_id }) => [place, String(workspace_id)]));
  rows.forEach((row, place) => {
    const owner = workspaces.get(place);
    if (owner === undefined || owner === String(row.workspace_id)) return;
    throw conflict(
      "other_workspace",
      `The ${nounOf(table, row)} belongs to the workspace ${owner}; adopt it into that one.`,
    );
  });
  return rows.filter((_, place) => !workspaces.has(place));
}

function inTheWay(table: AdoptedTable, rows: readonly Row[]) {
  const named = rows.map((row) => nounOf(table, row)).join(", ");
  return conflict(
    "adoption_conflict",
    `The ${named} cannot be restored: a newer resource has taken its place (a range, a port, a device or a moment).`,
  );
}

/** Such as "subnet web (sub_…)". */
function nounOf(table: AdoptedTable, row: Row): string {
  const id = row[keyColumns(table).at(-1) ?? ""];
  const name = z.string().safeParse(row.name).data;
  return name === undefined ? `${table.replaceAll("_", " ")} ${id}` : `${table.replaceAll("_", " ")} ${name} (${id})`;
}
