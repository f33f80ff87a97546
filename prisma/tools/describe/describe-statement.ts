import type pg from "pg";
import type { Catalog } from "./catalog.ts";
import type { DeclaredStatement } from "./declared-statements.ts";
import { valueIn } from "./expression.ts";
import { isNode, nodeIn, nodesIn, nodesOf, numberIn, parseTree, type Tree, type TreeNode } from "./node-tree.ts";
import { QueryScope } from "./query-scope.ts";
import { key, parameterType, rowType } from "./typescript.ts";

/** A statement's types, as TypeScript. */
export interface StatementDescription {
  readonly values: readonly string[];
  readonly row: readonly { readonly name: string; readonly type: string }[];
}

const [UPDATE, INSERT] = [2, 3];

/**
 * Asks the server for a statement's types (docs/adr/0029). Prepares it for the types of its parameters and columns.
 * Then makes it the body of a function that lasts until the transaction is rolled back, whose analysed form shows which
 * columns may be NULL.
 * @param client in a transaction
 * @throws the server's error for a statement that does not fit the schema
 */
export async function describeStatement(
  client: pg.ClientBase,
  catalog: Catalog,
  { text, present }: DeclaredStatement,
): Promise<StatementDescription> {
  await client.query("SAVEPOINT described");
  try {
    const { parameters, results } = await prepared(client, text);
    const tree = await analysed(client, text, parameters);
    const columns = new QueryScope(tree, catalog, valueIn).columns();
    const unknown = present.find((name) => !columns.some(([column]) => column === name));
    if (unknown !== undefined) throw new Error(`it says that "${unknown}" is always present, but has no such column`);
    const proven = present.find((name) => columns.some(([column, value]) => column === name && !value.nullable));
    if (proven !== undefined)
      throw new Error(`it says that "${proven}" is always present, which the database knows by itself: leave that out`);
    const required = requiredParameters(tree, catalog);
    return {
      values: parameters.map((type, index) => parameterType(type, required.has(index + 1), catalog)),
      row: columns.map(([name, value], index) => {
        const type = rowType(
          { ...value, nullable: value.nullable && !present.includes(name) },
          results[index] ?? 0,
          catalog,
        );
        return { name: key(name), type };
      }),
    };
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT described");
    await client.query("DEALLOCATE ALL");
  }
}

/**
 * The privileges that the server checks when a statement runs, as `table privilege`. Those of functions and triggers
 * are not among them.
 * @param client in a transaction
 */
export async function privilegesNeeded(
  client: pg.ClientBase,
  { text }: Pick<DeclaredStatement, "text">,
  tables: ReadonlyMap<number, string>,
): Promise<readonly string[]> {
  await client.query("SAVEPOINT described");
  try {
    const { parameters } = await prepared(client, text);
    const checks = [...nodesOf(await analysed(client, text, parameters))].filter(
      ({ tag }) => tag === "RTEPERMISSIONINFO",
    );
    return checks.flatMap((check) => {
      const [table, bits] = [tables.get(numberIn(check, "relid")), numberIn(check, "requiredPerms")];
      return table === undefined
        ? []
        : PRIVILEGE_BITS.flatMap(([bit, name]) => (bits & bit ? [`${table} ${name}`] : []));
    });
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT described");
    await client.query("DEALLOCATE ALL");
  }
}

/** PostgreSQL: `src/include/nodes/parsenodes.h`, ACL_INSERT and those after it. */
const PRIVILEGE_BITS = [
  [1, "INSERT"],
  [2, "SELECT"],
  [4, "UPDATE"],
  [8, "DELETE"],
] as const;

async function prepared(
  client: pg.ClientBase,
  text: string,
): Promise<{ parameters: readonly number[]; results: readonly number[] }> {
  await client.query(`PREPARE described AS ${text}`);
  const { rows } = await client.query<{ parameters: number[]; results: number[] }>(
    `SELECT coalesce(parameter_types::oid[]::int8[]::int[], '{}') AS parameters, coalesce(result_types::oid[]::int8[]::int[], '{}') AS results
       FROM pg_prepared_statements WHERE name = 'described'`,
  );
  return rows[0] ?? { parameters: [], results: [] };
}

async function analysed(client: pg.ClientBase, text: string, parameters: readonly number[]): Promise<TreeNode> {
  const names = await client.query<{ name: string }>(
    "SELECT format_type(oid, NULL) AS name FROM unnest($1::oid[]) WITH ORDINALITY AS p (oid, place) ORDER BY place",
    [parameters],
  );
  const args = names.rows.map(({ name }) => name).join(", ");
  await client.query(`CREATE FUNCTION pg_temp.described(${args}) RETURNS void LANGUAGE sql BEGIN ATOMIC ${text}; END`);
  const body = await client.query<{ tree: string }>(
    "SELECT prosqlbody::text AS tree FROM pg_proc WHERE proname = 'described' AND pronamespace = pg_my_temp_schema()",
  );
  const query = firstQuery(parseTree(body.rows[0]?.tree ?? "<>"));
  if (query === undefined) throw new Error("the server kept no analysed form of it");
  return query;
}

function firstQuery(tree: Tree): TreeNode | undefined {
  if (Array.isArray(tree)) return firstQuery(tree[0] ?? null);
  return isNode(tree) ? tree : undefined;
}

/** Parameters that are written directly into a NOT NULL column. */
function requiredParameters(tree: TreeNode, catalog: Catalog): ReadonlySet<number> {
  const required = new Set<number>();
  for (const query of nodesOf(tree)) {
    if (query.tag !== "QUERY" || ![UPDATE, INSERT].includes(numberIn(query, "commandType"))) continue;
    const target = nodesIn(query, "rtable")[numberIn(query, "resultRelation") - 1];
    const columns = target && catalog.columns.get(numberIn(target, "relid"));
    for (const entry of nodesIn(query, "targetList")) {
      const parameter = parameterOf(nodeIn(entry, "expr"));
      if (parameter !== undefined && columns?.get(numberIn(entry, "resno"))?.notNull === true) required.add(parameter);
    }
  }
  return required;
}

function parameterOf(expression: TreeNode): number | undefined {
  if (expression.tag === "PARAM") return numberIn(expression, "paramid");
  const isConversion = ["RELABELTYPE", "COERCEVIAIO", "ARRAYCOERCEEXPR", "COERCETODOMAIN"].includes(expression.tag);
  return isConversion ? parameterOf(nodeIn(expression, "arg")) : undefined;
}
