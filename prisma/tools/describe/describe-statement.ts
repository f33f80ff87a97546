import type { Analysis } from "./analysis.ts";
import type { Catalog } from "./catalog.ts";
import type { DeclaredStatement } from "./declared-statements.ts";
import { valueIn } from "./expression.ts";
import { nodesOf, numberIn } from "./node-tree.ts";
import { requiredParameters } from "./parameters.ts";
import { QueryScope } from "./query-scope.ts";
import { key, parameterType, rowType } from "./typescript.ts";

/** A statement's types, as TypeScript. */
export interface StatementDescription {
  readonly values: readonly string[];
  readonly row: readonly { readonly name: string; readonly type: string }[];
}

/**
 * The types of a statement's values and rows. The analysed form shows which columns may be NULL.
 * @throws when the declaration says of a column what is known or wrong, or node-postgres does not read a type
 */
export function describeStatement(
  { parameters, results, tree }: Analysis,
  { present }: Pick<DeclaredStatement, "present">,
  catalog: Catalog,
): StatementDescription {
  const scope = new QueryScope(tree, catalog, valueIn);
  const columns = scope.columns();
  const unknown = present.find((name) => !columns.some(([column]) => column === name));
  if (unknown !== undefined) throw new Error(`it says that "${unknown}" is always present, but has no such column`);
  const proven = present.find((name) => columns.some(([column, value]) => column === name && !value.nullable));
  if (proven !== undefined)
    throw new Error(`it says that "${proven}" is always present, which the database knows by itself: leave that out`);
  const required = requiredParameters(scope);
  return {
    values: parameters.map((type, index) =>
      parameterType(
        type,
        { value: required.values.has(index + 1), elements: required.elements.has(index + 1) },
        catalog,
      ),
    ),
    row: columns.map(([name, value], index) => {
      const type = rowType(
        { ...value, nullable: value.nullable && !present.includes(name) },
        results[index] ?? 0,
        catalog,
      );
      return { name: key(name), type };
    }),
  };
}

/**
 * The privileges that the server checks when a statement runs, as `table privilege`. Those of functions and triggers
 * are not among them.
 */
export function privilegesNeeded({ tree }: Analysis, { tables }: Catalog): readonly string[] {
  const checks = nodesOf(tree).filter(({ tag }) => tag === "RTEPERMISSIONINFO");
  const needed = checks.flatMap((check) => {
    const [table, bits] = [tables.get(numberIn(check, "relid")), numberIn(check, "requiredPerms")];
    return table === undefined ? [] : PRIVILEGE_BITS.flatMap(([bit, name]) => (bits & bit ? [`${table} ${name}`] : []));
  });
  return [...new Set(needed)];
}

/** PostgreSQL: `src/include/nodes/parsenodes.h`, ACL_INSERT and those after it. */
const PRIVILEGE_BITS = [
  [1, "INSERT"],
  [2, "SELECT"],
  [4, "UPDATE"],
  [8, "DELETE"],
] as const;
