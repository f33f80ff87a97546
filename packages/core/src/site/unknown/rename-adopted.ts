import { type Sql, type Statement, statement } from "@fulmar/prisma";
import { z } from "zod";
import type { AdoptedTable, Row } from "./adopted-rows.ts";

/** Within what the names of a table are unique, and which rows count. */
const NAMED: Readonly<Partial<Record<AdoptedTable, { readonly scope: readonly string[]; readonly living?: string }>>> =
  {
    vpc: { scope: [] },
    subnet: { scope: [] },
    nat_gateway: { scope: [] },
    vm: { scope: ["type"], living: "x.deleted_at IS NULL" },
    load_balancer: { scope: [] },
    firewall_group: { scope: [] },
    volume: { scope: [], living: "x.deleted_at IS NULL" },
    snapshot_set: { scope: ["vm_id"], living: "x.deleted_at IS NULL AND x.status NOT IN ('failed', 'cancelled')" },
  };

const LONGEST = 63;
const END = 4;

/** The rows of a list whose names others have, by their places. */
const TAKEN: Readonly<Record<string, Statement>> = Object.fromEntries(
  Object.entries(NAMED).map(([table, { scope, living = "true" }]) => {
    const same = ["workspace_id", "name", ...scope].map(
      (column) => `x.${column} = (jsonb_populate_record(NULL::${table}, r.item)).${column}`,
    );
    const text = `SELECT r.place::int - 1 AS place FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS r (item, place)
      WHERE EXISTS (SELECT FROM ${table} x WHERE ${[...same, living].join(" AND ")})`;
    return [table, statement(`adopt_taken_${table}`, text)];
  }),
);

/** What has a name that was given to something else since gets the end of its id behind the name. */
export async function renamed(sql: Sql, table: AdoptedTable, rows: readonly Row[]): Promise<readonly Row[]> {
  const query = TAKEN[table];
  if (query === undefined || rows.length === 0) return rows;
  const taken = new Set(
    (await sql.queryAs<{ place: number }>(query, [JSON.stringify(rows)])).map(({ place }) => place),
  );
  const used = new Set<string>();
  return rows.map((row, place) => {
    const name = z.string().parse(row.name);
    const scope = ["workspace_id", "name", ...(NAMED[table]?.scope ?? [])].map((column) => row[column]).join("/");
    const isFree = !taken.has(place) && !used.has(scope);
    used.add(scope);
    return isFree ? row : { ...row, name: otherName(name, z.string().parse(row[`${table}_id`])) };
  });
}

function otherName(name: string, id: string): string {
  return `${name.slice(0, LONGEST - END - 1).trimEnd()}-${id.slice(-END)}`;
}
