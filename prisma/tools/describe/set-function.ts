import type { Catalog } from "./catalog.ts";
import { isTrue, itemsIn, nodeIn, nodesIn, numberIn, type TreeNode } from "./node-tree.ts";
import { type Field, scalar, type Value } from "./value.ts";

const INT8 = 20;

/**
 * The columns of functions in FROM: one for each value, or those of the row type, or those that the statement lists.
 */
export function functionColumns(
  entry: TreeNode,
  catalog: Catalog,
  valueIn: (expression: TreeNode) => Value,
): readonly Field[] {
  const functions = nodesIn(entry, "functions");
  const columns = functions.flatMap((one) => columnsOf(one, catalog, valueIn));
  // If there are several functions, the shorter ones are padded with NULL.
  const padded =
    functions.length < 2 ? columns : columns.map(([name, value]): Field => [name, { ...value, nullable: true }]);
  return isTrue(entry, "funcordinality") ? [...padded, ["ordinality", scalar(INT8, false)]] : padded;
}

function columnsOf(one: TreeNode, catalog: Catalog, valueIn: (expression: TreeNode) => Value): readonly Field[] {
  const listed = itemsIn(one, "funccoltypes");
  if (listed.length > 0)
    return listed.map((type, index) => [String(itemsIn(one, "funccolnames")[index]), scalar(Number(type), true)]);
  const call = nodeIn(one, "funcexpr");
  const known = call.tag === "FUNCEXPR" ? catalog.functions.get(numberIn(call, "funcid")) : undefined;
  if (known !== undefined && known.columns.length > 0 && numberIn(one, "funccolcount") === known.columns.length) {
    return known.columns.length === 1
      ? [[known.columns[0]?.name ?? "", valueIn(call)]]
      : known.columns.map(({ name, type }) => [name, scalar(type, true)]);
  }
  const table = known && catalog.tableOf.get(numberIn(call, "funcresulttype"));
  const columns = table === undefined ? undefined : catalog.columns.get(table);
  if (columns !== undefined) return [...columns.values()].map(({ name, type }) => [name, scalar(type, true)]);
  return [["value", valueIn(call)]];
}
