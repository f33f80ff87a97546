// Which parameters an expression is, unchanged: directly, or as a column of a subquery.
import { isNode, isTrue, itemsIn, nodeIn, nodesIn, numberIn, type TreeNode, textIn } from "./node-tree.ts";
import type { QueryScope } from "./query-scope.ts";

/** A parameter, or the elements of one that is an array. */
export interface Place {
  readonly parameter: number;
  readonly isElement: boolean;
}

const [SUBQUERY, JOIN, FUNCTION, VALUES, CTE, GROUP] = [1, 2, 3, 5, 6, 9];
/** A parameter of the statement. Other kinds stand for columns of subqueries. */
const OF_THE_STATEMENT = 0;
/** How a function call was written. */
const [EXPLICIT_CAST, IMPLICIT_CAST] = [1, 2];
export const CONVERSIONS: readonly string[] = [
  "RELABELTYPE",
  "COERCEVIAIO",
  "ARRAYCOERCEEXPR",
  "COERCETODOMAIN",
  "COLLATEEXPR",
  "NAMEDARGEXPR",
];

/** The parameters that an expression is, unchanged: directly, or as a column of a subquery. */
export function placesOf(expression: TreeNode, scope: QueryScope): readonly Place[] {
  if (expression.tag === "PARAM")
    return numberIn(expression, "paramkind") === OF_THE_STATEMENT
      ? [{ parameter: numberIn(expression, "paramid"), isElement: false }]
      : [];
  if (CONVERSIONS.includes(expression.tag)) return placesOf(nodeIn(expression, "arg"), scope);
  if (expression.tag === "FUNCEXPR")
    return isCast(expression) ? placesOf(firstOf(expression), scope) : elementsOf(expression, scope);
  if (expression.tag === "SUBSCRIPTINGREF") return elementsAmong(placesOf(nodeIn(expression, "refexpr"), scope));
  if (expression.tag !== "VAR" || numberIn(expression, "varattno") <= 0) return [];
  if (numberIn(expression, "varreturningtype") !== 0) return [];
  const owner = scope.up(numberIn(expression, "varlevelsup"));
  const entry = nodesIn(owner.query, "rtable")[numberIn(expression, "varno") - 1];
  return entry === undefined ? [] : placesOfColumn(entry, numberIn(expression, "varattno"), owner);
}

/** The parameters that are columns of a whole row, as in `to_jsonb(t)`. */
export function placesOfRow(variable: TreeNode, scope: QueryScope): readonly Place[] {
  const owner = scope.up(numberIn(variable, "varlevelsup"));
  const entry = nodesIn(owner.query, "rtable")[numberIn(variable, "varno") - 1];
  if (entry === undefined) return [];
  return itemsIn(nodeIn(entry, "eref"), "colnames").flatMap((_, index) => placesOfColumn(entry, index + 1, owner));
}

function placesOfColumn(entry: TreeNode, number: number, scope: QueryScope): readonly Place[] {
  const at = (field: string) => {
    const item = itemsIn(entry, field)[number - 1];
    return isNode(item) ? placesOf(item, scope) : [];
  };
  switch (numberIn(entry, "rtekind")) {
    case SUBQUERY:
      return placesOfResult(nodeIn(entry, "subquery"), number, scope);
    case JOIN:
      return at("joinaliasvars");
    case GROUP:
      return at("groupexprs");
    case FUNCTION: {
      const call = nodesIn(entry, "functions")[number - 1];
      return call === undefined ? [] : placesOf(nodeIn(call, "funcexpr"), scope);
    }
    case VALUES:
      return itemsIn(entry, "values_lists")
        .map((row) => (Array.isArray(row) ? row[number - 1] : undefined))
        .flatMap((cell) => (isNode(cell) ? placesOf(cell, scope) : []));
    case CTE: {
      const owner = scope.up(numberIn(entry, "ctelevelsup"));
      const cte = nodesIn(owner.query, "cteList").find((one) => textIn(one, "ctename") === textIn(entry, "ctename"));
      if (cte === undefined || isTrue(cte, "cterecursive")) return [];
      return placesOfResult(nodeIn(cte, "ctequery"), number, owner);
    }
    default:
      return [];
  }
}

function placesOfResult(query: TreeNode, number: number, outer: QueryScope): readonly Place[] {
  if (isNode(query.fields.get("setOperations"))) return [];
  const entry = nodesIn(query, numberIn(query, "commandType") === 1 ? "targetList" : "returningList").filter(
    (one) => !isTrue(one, "resjunk"),
  )[number - 1];
  return entry === undefined ? [] : placesOf(nodeIn(entry, "expr"), outer.within(query));
}

/** A conversion by a function, also to a length or precision: `timestamptz(3)`. Each of them keeps NULL. */
export const isCast = (call: TreeNode) => [EXPLICIT_CAST, IMPLICIT_CAST].includes(numberIn(call, "funcformat"));

/** `unnest($1)`: the elements of a parameter. */
function elementsOf(call: TreeNode, scope: QueryScope): readonly Place[] {
  const known = scope.catalog.functions.get(numberIn(call, "funcid"));
  if (known?.isBuiltIn !== true || known.name !== "unnest") return [];
  return elementsAmong(argumentsOf(call).flatMap((one) => placesOf(one, scope)));
}

/** The elements of the parameters that are arrays. */
export function elementsAmong(places: readonly Place[]): readonly Place[] {
  return places.filter(({ isElement }) => !isElement).map(({ parameter }) => ({ parameter, isElement: true }));
}

function firstOf(call: TreeNode): TreeNode {
  const [first] = argumentsOf(call);
  if (first === undefined) throw new Error("a conversion has no argument");
  return first;
}

export function argumentsOf(node: TreeNode): readonly TreeNode[] {
  const arg = node.fields.get("arg");
  return isNode(arg) ? [arg] : nodesIn(node, "args");
}
